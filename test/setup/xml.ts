import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS = join(import.meta.dirname, '../site/schemas');

/**
 * Returns the errors that libxml2 reports when it validates an XML document against the RELAX NG schema of its
 * kind.
 */
export async function xmlFaults(kind: 'atom' | 'sitemap', contents: string): Promise<string[]> {
  const schema = { fileName: `${kind}.rng`, contents: readFileSync(join(SCHEMAS, `${kind}.rng`)) };
  const { valid, errors } = await validateXML({
    xml: { fileName: `${kind}.xml`, contents },
    schema,
    extension: 'relaxng',
    maxMemoryPages: 4_096,
  });
  if (valid) return [];
  return errors.map(({ message, loc }) => `${loc?.lineNumber}: ${message}`);
}

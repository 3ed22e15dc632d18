import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { Import } from './import-rules.js';

/** The packages of a sample tree, and the member of its `package.json` that declares each package. */
const packages = {
  declared: 'dependencies',
  typeorm: 'dependencies',
  '@nestjs/swagger': 'dependencies',
  '@opentelemetry/api': 'dependencies',
  'for-development': 'devDependencies',
  '@types/types-alone': 'devDependencies',
  'not-declared': undefined,
};

/** Makes a tree with only these imports in a temporary folder, and returns the path of this folder. */
export function sampleTree(imports: (Import & { typeOnly?: boolean })[]): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sample-tree-'));
  const append = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'a' });
  };
  const manifest: Record<string, Record<string, string>> = {};
  for (const [name, declaredIn] of Object.entries(packages)) {
    if (declaredIn) manifest[declaredIn] = { ...manifest[declaredIn], [name]: '*' };
    append(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }));
    append(`node_modules/${name}/main.js`, '');
  }
  append('package.json', JSON.stringify(manifest));
  append('src/main.ts', '');
  append('migrations/1-first.ts', '');
  for (const { from, to, typeOnly } of imports) {
    if (to.endsWith('.ts')) append(to, '');
    append(from, `import ${typeOnly ? 'type {} from ' : ''}'${specifier(from, to)}';\n`);
  }
  return folder;
}

/**
 * Returns the specifier by which `from` imports `to`: a relative path for a file of the tree, and `to` itself for a
 * package.
 */
function specifier(from: string, to: string): string {
  if (!to.endsWith('.ts')) return to;
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

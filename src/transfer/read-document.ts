import { join } from 'node:path';
import { hrefOf } from '../site/page-path.js';
import type { FileFault } from './import-result.js';
import { firstHeading, pathFields } from './derived-fields.js';
import { MalformedFrontMatter, parseFrontMatter } from './parse-front-matter.js';
import { readTextFile, UnreadableFile } from './markdown-files.js';

/** A file as an unchecked create, without its content. */
export interface DocumentRead {
  readonly input: Readonly<Record<string, unknown>>;
  /** Markdown, with its links as they stand in the file. */
  readonly content: string;
  /** An export wrote it: what looks like a link to a file is an address relative to that of the document. */
  readonly isExport: boolean;
  /** The slugs from the name of the file and from its path, if the front matter has none. */
  readonly slugs: readonly [name: string, path: string];
  /** Members of the front matter that mean nothing here, such as `layout`. */
  readonly ignored: readonly string[];
}

const KNOWN = 'locale slug title description tags sources author intent'.split(' ');
/** Front matter that exports and the site write for readers, and imports ignore. */
const WRITTEN =
  'version firstPublishedAt publishedAt url digitalSourceType approvedBy approvedVia publisher record'.split(
    ' ',
  );

/** Reads a file; what its front matter leaves out comes from its path and its first heading. */
export async function readDocument(
  root: string,
  file: string,
): Promise<DocumentRead | { readonly fault: FileFault }> {
  try {
    const { fields, content } = parseFrontMatter(await readTextFile(join(root, file)));
    const { name, slug, pathSlug, ...fromPath } = pathFields(file);
    const given = Object.entries(fields);
    // `tags:` and nothing more says nothing of tags.
    const named = given.filter(([key, value]) => KNOWN.includes(key) && value !== '');
    const isTitled = named.some(([key]) => key === 'title');
    const titled = isTitled ? named : [...named, ['title', firstHeading(content) ?? name]];
    return {
      input: { ...fromPath, ...Object.fromEntries(titled) },
      content,
      isExport: isExport(fields),
      slugs: [slug, pathSlug],
      ignored: given.map(([key]) => key).filter((key) => ![...KNOWN, ...WRITTEN].includes(key)),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof MalformedFrontMatter)) throw error;
    return { fault: { file, field: null, message: error.message } };
  }
}

/** Its `url` is the address that it names otherwise, too. */
function isExport({ locale, slug, url }: Readonly<Record<string, unknown>>): boolean {
  if (typeof locale !== 'string' || typeof slug !== 'string') return false;
  return typeof url === 'string' && url.endsWith(hrefOf({ locale, slug }));
}

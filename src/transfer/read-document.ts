import { join } from 'node:path';
import { hrefOf } from '../site/page-path.js';
import type { FileFault } from './import-result.js';
import { firstHeading, pathFields } from './derived-fields.js';
import { MalformedFrontMatter, parseFrontMatter } from './parse-front-matter.js';
import { readTextFile, UnreadableFile } from './markdown-files.js';

/** A parsed file: its content, and the fields for a create, which are not yet validated. */
export interface DocumentRead {
  readonly input: Readonly<Record<string, unknown>>;
  /** The Markdown, with links as in the file. */
  readonly content: string;
  /**
   * Whether an export wrote the file. Links in an export are relative to the address of the document, not to the file.
   */
  readonly isExport: boolean;
  /**
   * The slugs from the file name and from the path. An import uses these slugs only if the front matter has no slug.
   */
  readonly slugs: readonly [name: string, path: string];
  /** Keys of the front matter that an import ignores, such as `layout`. */
  readonly ignored: readonly string[];
}

const KNOWN = 'locale slug title description tags sources author intent'.split(' ');
/** Keys that exports and the site add for readers. An import skips these keys, and does not report them as ignored. */
const WRITTEN =
  'version firstPublishedAt publishedAt url digitalSourceType approvedBy approvedVia publisher record'.split(
    ' ',
  );

/**
 * Reads a file. If the front matter has no locale, the path gives the locale. If the front matter has no title, the
 * first heading or the file name gives the title.
 */
export async function readDocument(
  root: string,
  file: string,
): Promise<DocumentRead | { readonly fault: FileFault }> {
  try {
    const { fields, content } = parseFrontMatter(await readTextFile(join(root, file)));
    const { name, slug, pathSlug, ...fromPath } = pathFields(file);
    const given = Object.entries(fields);
    // A key without a value, such as `tags:`, counts as absent.
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

/**
 * Whether an export wrote the file. A file counts as an export if its `url` ends with the path that is made of `locale`
 * and `slug`.
 */
function isExport({ locale, slug, url }: Readonly<Record<string, unknown>>): boolean {
  if (typeof locale !== 'string' || typeof slug !== 'string') return false;
  return typeof url === 'string' && url.endsWith(hrefOf({ locale, slug }));
}

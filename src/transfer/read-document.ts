import { hash } from 'node:crypto';
import { join, sep } from 'node:path';
import { contentRule } from '../publications/dto/fields.js';
import { MEMBER_NAMES } from '../documents/document.js';
import { hrefOf } from '../documents/page-path.js';
import type { FileFault } from './import-result.js';
import { firstHeading, pathFields } from './derived-fields.js';
import { MalformedFrontMatter, parseFrontMatter } from '../documents/parse-front-matter.js';
import { readFileWhole, readTextFile, UnreadableFile } from './markdown-files.js';
import { realpath } from 'node:fs/promises';
import { sniffedType } from '../pictures/picture-types.js';

/** A parsed file: its content, and the fields for a create, which are not yet validated. */
export interface DocumentRead {
  /** The fields of the front matter, and the locale of the path. The title can be absent: see `titleOf`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The Markdown, with links as in the file. */
  readonly content: string;
  /** SHA-256 of the text of the file, in hexadecimal. */
  readonly sha256: string;
  /**
   * Whether an export wrote the file. Links in an export are relative to the address of the document, not to the file.
   */
  readonly isExport: boolean;
  /** The address and the version in the front matter of an export; absent if the file is no export. */
  readonly exported?: { readonly url: string; readonly version: number };
  /** The name of the file, without its ending. */
  readonly name: string;
  /**
   * The slugs from the file name and from the path. An import uses these slugs only if the front matter has no slug.
   */
  readonly slugs: readonly [name: string, path: string];
  /** Keys of the front matter that an import ignores, such as `layout`. */
  readonly ignored: readonly string[];
}

const KNOWN: readonly string[] = ['locale', 'slug', ...MEMBER_NAMES, 'intent'];
/** Keys that exports and the site add for readers. An import skips these keys, and does not report them as ignored. */
const WRITTEN =
  'version firstPublishedAt publishedAt url digitalSourceType approvedBy approvedVia approvedIn publisher record'.split(
    ' ',
  );

/** Reads a file. If the front matter has no locale, the path gives the locale. */
export async function readDocument(
  root: string,
  file: string,
): Promise<DocumentRead | { readonly fault: FileFault }> {
  try {
    const text = await readTextFile(join(root, file));
    const { fields, content } = parseFrontMatter(text);
    const { name, slug, pathSlug, ...fromPath } = pathFields(file);
    const given = Object.entries(fields);
    // A key without a value, such as `tags:`, counts as absent.
    const named = given.filter(([key, value]) => KNOWN.includes(key) && value !== '');
    return {
      input: { ...fromPath, ...Object.fromEntries(named) },
      content,
      sha256: hash('sha256', text),
      ...exportedFrom(fields),
      name,
      slugs: [slug, pathSlug],
      ignored: given.map(([key]) => key).filter((key) => ![...KNOWN, ...WRITTEN].includes(key)),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof MalformedFrontMatter)) throw error;
    return { fault: { file, field: null, message: error.message } };
  }
}

/**
 * Returns the title of a document: that of the front matter, or else the first heading, or else the name of the file. A
 * content that will be refused is not parsed, because parsing a megabyte takes seconds.
 */
export const titleOf = ({ input, content, name }: DocumentRead): unknown =>
  input['title'] ?? (isContent(content) ? firstHeading(content) : undefined) ?? name;

/** Whether a text obeys the rule of `content`. */
export const isContent = (text: string): boolean => contentRule(text) === undefined;

/** A file counts as an export if its `url` ends with the path that is made of `locale` and `slug`. */
function exportedFrom({
  locale,
  slug,
  url,
  version,
}: Readonly<Record<string, unknown>>): Pick<DocumentRead, 'isExport' | 'exported'> {
  if (typeof locale !== 'string' || typeof slug !== 'string') return { isExport: false };
  if (typeof url !== 'string' || !url.endsWith(hrefOf({ locale, slug })))
    return { isExport: false };
  const number = Number(version);
  return Number.isSafeInteger(number) && number > 0
    ? { isExport: true, exported: { url, version: number } }
    : { isExport: true };
}

/**
 * Reads a picture that a text shows; `undefined` if the file is missing, is too large, is not readable or is no picture,
 * or if a symbolic link leads to a file outside of `root`.
 */
export async function readPicture(
  root: string,
  path: string,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const [folder, file] = [await realpath(root), await realpath(join(root, path))];
    if (!file.startsWith(folder + sep)) return undefined;
    const bytes = await readFileWhole(file, maxBytes);
    return sniffedType(bytes) ? bytes : undefined;
  } catch (error) {
    if (error instanceof UnreadableFile || isOfPath(error)) return undefined;
    throw error;
  }
}

/** Errors that do not depend on the requested file. */
const OF_THE_MACHINE = new Set(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the path caused the error. This is possible, because a text can name any path. */
const isOfPath = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !OF_THE_MACHINE.has(String(error.code));

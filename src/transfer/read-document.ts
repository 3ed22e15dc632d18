import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { sniffedType } from '../pictures/picture-types.js';
import { contentRule } from '../publications/dto/fields.js';
import { MEMBER_NAMES } from '../documents/document.js';
import { hrefOf } from '../documents/page-path.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import type { FileFault } from './import-result.js';
import { type PathFields, pathFields, POST_DATE, translationIn } from './derived-fields.js';
import { mayInclude, type WholeText, withIncludes } from './includes.js';
import { beginsLikeMdx, withoutJsx } from './mdx.js';
import { menuKeys } from './menu-files.js';
import type { Category } from './menu-tree.js';
import { withoutShortcodes } from './shortcodes.js';
import { DATE_KEYS, type LeftOut, type StatedDates, statedDates } from './stated-dates.js';
import { MalformedFrontMatter, parseFrontMatter } from '../documents/parse-front-matter.js';
import { readFileWhole, readTextFile, UnreadableFile } from './markdown-files.js';

/** A parsed file: its content, and the fields for a create, which are not yet validated. */
export interface DocumentRead extends Pick<WholeText, 'lineOf' | 'notIncluded'> {
  /** The fields of the front matter, and the locale of the path. The title can be absent. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The line of each key of the front matter in the file, from 1. */
  readonly lines: Readonly<Record<string, number>>;
  /** The Markdown, with links as in the file. */
  readonly content: string;
  /** The number of lines before the content. */
  readonly linesBefore: number;
  /** SHA-256 of the text of the file, in hexadecimal. */
  readonly sha256: string;
  /**
   * Whether an export wrote the file. Links in an export are relative to the address of the document, not to the file.
   */
  readonly isExport: boolean;
  /** The address and the version in the front matter of an export; absent if the file is no export. */
  readonly exported?: { readonly url: string; readonly version: number };
  /** The slugs and the title that the path gives. */
  readonly path: PathFields;
  /** Other names and paths of the document. */
  readonly aliases: readonly string[];
  /** The line of the first key with aliases. */
  readonly aliasLine: number | undefined;
  /** What the front matter says about the place in a menu. */
  readonly menu: Category;
  /** The dates of the front matter. */
  readonly dates: StatedDates;
  /** Dates that are left out, and why. */
  readonly leftOut: readonly LeftOut[];
  /** Whether the front matter or the folder says that the document is not to be published. */
  readonly isDraft: boolean;
  /** Keys of the front matter that an import ignores, such as `layout`. */
  readonly ignored: readonly string[];
  /** Number of imports, exports and JSX tags that were removed from MDX, and of shortcodes of Hugo. */
  readonly removedJsx: number;
}

/** What was read of a file, or why it could not be read. */
export type FileRead = DocumentRead | { readonly fault: FileFault };

const KNOWN = ['locale', 'slug', ...MEMBER_NAMES, 'intent'];
/** Keys whose text names the document. */
const NAMES = 'aliases alias redirect_from permalink'.split(' ');
/** Keys that keep a document from being published, each with the values that do. */
const DRAFT: ReadonlyMap<string, RegExp> = new Map([
  ['draft', /^(?:true|yes|on)$/i],
  ['publish', /^(?:false|no|off)$/i],
  ['published', /^(?:false|no|off)$/i],
]);
const JEKYLL_DRAFT = /(?:^|\/)_drafts\//;
/** Keys that exports and the site add for readers. An import skips these keys, and does not report them as ignored. */
const WRITTEN =
  'version publishedAt url digitalSourceType approvedBy approvedVia approvedIn publisher record'.split(
    ' ',
  );
const TAKEN: ReadonlySet<string> = new Set([
  ...KNOWN,
  ...NAMES,
  ...DRAFT.keys(),
  ...DATE_KEYS,
  ...WRITTEN,
]);

/** Returns the keys of a file that only the import of an operator takes. Those of an export are taken already. */
export const operatorsKeys = ({ isExport, lines }: DocumentRead): readonly string[] =>
  isExport ? [] : Object.keys(lines).filter((key) => [...NAMES, ...DATE_KEYS].includes(key));

/**
 * Reads a file, with the files that it includes. If the front matter has no locale, the path gives the locale. What
 * looks like an include in an export is the text of the document.
 */
export async function readDocument(root: string, file: string): Promise<FileRead> {
  try {
    const text = await readTextFile(join(root, file));
    const path = pathIn(root, file);
    const read = documentIn(file, text, path);
    if (read.isExport || !mayInclude(text)) return read;
    const { linesBefore } = read;
    const whole = await withIncludes(file, text, linesBefore, (part) => readIncluded(root, part));
    const { lineOf, notIncluded } = whole;
    return {
      ...documentIn(file, whole.text, path),
      lineOf: (line) => lineOf(line + linesBefore),
      notIncluded,
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof MalformedFrontMatter)) throw error;
    return { fault: { file, field: null, message: error.message } };
  }
}

/** Derives the fields of a path. A file with a language in its name is a translation only if the original is beside it. */
function pathIn(root: string, file: string): PathFields {
  const { tag, original } = translationIn(file) ?? {};
  const isTranslation = original !== undefined && existsSync(join(root, original));
  return isTranslation
    ? { ...pathFields(original), locale: canonicalLocale(tag!)! }
    : pathFields(file);
}

/** Parses the text of a file. @throws MalformedFrontMatter */
export function documentIn(file: string, text: string, path = pathFields(file)): DocumentRead {
  const { fields, lines, content, linesBefore } = parseFrontMatter(text);
  const given = Object.entries(fields);
  // A key without a value, such as `tags:`, counts as absent, and so does an author without a kind.
  const named = given.filter(
    ([key, value]) => KNOWN.includes(key) && value !== '' && !lacksKind(key, value),
  );
  const exported = exportedFrom(fields);
  const plain = withoutPrograms(file, content, exported.isExport);
  return {
    input: {
      ...(path.locale !== undefined && { locale: path.locale }),
      ...Object.fromEntries(
        named.map(([key, value]) => [key, listed(key, value, exported.isExport)]),
      ),
    },
    lines,
    content: plain.content,
    linesBefore,
    lineOf: (line) => line + linesBefore,
    notIncluded: [],
    sha256: hash('sha256', text),
    ...exported,
    path,
    aliases: [...NAMES.flatMap((key) => listOf(fields[key])), ...oldPath(fields['slug'])],
    aliasLine: [...NAMES, 'slug'].map((key) => lines[key]).find((line) => line !== undefined),
    menu: menuKeys(fields),
    ...statedDates(fields, exported.isExport ? undefined : POST_DATE.exec(basename(file))?.[1]),
    isDraft:
      JEKYLL_DRAFT.test(file) || given.some(([key, value]) => DRAFT.get(key)?.test(String(value))),
    ignored: given
      .filter(([key, value]) => !TAKEN.has(key) || lacksKind(key, value))
      .map(([key]) => key),
    removedJsx: plain.removed,
  };
}

/** Whether a value names an author but not its kind, as other tools do: a name, a list of names, an e-mail address. */
const lacksKind = (key: string, value: unknown): boolean =>
  key === 'author' && !(typeof value === 'object' && value !== null && 'kind' in value);

/** An export has no programs: what looks like one is the text of the document. */
function withoutPrograms(file: string, content: string, isExport: boolean) {
  if (isExport || content.length > MAX_MDX) return { content, removed: 0 };
  const isMdx = file.toLowerCase().endsWith('.mdx') || beginsLikeMdx(content);
  return isMdx ? withoutJsx(content) : withoutShortcodes(content);
}

/** Maximum length of MDX that is parsed, in characters. A longer text is refused in any case. */
const MAX_MDX = 1_000_000;

/** Makes a list of the text of a key that holds a list; tags lose the `#` of Obsidian, but not in an export. */
function listed(key: string, value: unknown, isExport: boolean): unknown {
  if (key === 'sources') return typeof value === 'string' ? [value] : value;
  if (key !== 'tags') return value;
  const tags: unknown = typeof value === 'string' ? listOf(value) : value;
  return Array.isArray(tags) && !isExport
    ? tags.map((tag: unknown) => (typeof tag === 'string' ? tag.replace(/^#(?=.)/, '') : tag))
    : tags;
}

/** Returns the texts of a list, or of a text with commas between them. */
function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [];
  return items
    .filter((item) => typeof item === 'string')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The slug of Docusaurus can be the path of the page in its site. */
const oldPath = (slug: unknown): string[] =>
  typeof slug === 'string' && slug.startsWith('/') ? [slug] : [];

/** Whether a text obeys the rule of `content`. A text that does not is refused, and so not parsed. */
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
 * @param embedded the bytes of a picture in the text itself
 */
export async function readPicture(
  root: string,
  path: string,
  maxBytes: number,
  embedded?: Buffer<ArrayBuffer>,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes =
    embedded ?? (await readNamed(root, path, (whole) => readFileWhole(whole, maxBytes)));
  return bytes && bytes.length <= maxBytes && sniffedType(bytes) ? bytes : undefined;
}

/** Reads a file that a text includes. A hidden file is none, because it can hold secrets. */
const readIncluded = (root: string, path: string): Promise<string | undefined> =>
  /(?:^|\/)\./.test(path) ? Promise.resolve(undefined) : readNamed(root, path, readTextFile);

/**
 * Reads a file that a text names; `undefined` if it cannot be read, or if it, or a symbolic link in its path, is outside
 * of `root`.
 */
async function readNamed<Read>(
  root: string,
  path: string,
  read: (whole: string) => Promise<Read>,
): Promise<Read | undefined> {
  try {
    const [folder, file] = [await realpath(root), await realpath(join(root, path))];
    return file.startsWith(folder + sep) ? await read(file) : undefined;
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

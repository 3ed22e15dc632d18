import { basename, dirname, join, posix } from 'node:path';
import { parseDocument } from 'yaml';
import { readTextFile, UnreadableFile } from './markdown-files.js';
import type { Category } from './menu-tree.js';

/** Files that a documentation tool reads its menu from. */
export interface MenuFiles {
  /** What files say about folders, by the path of the folder. */
  readonly categories: ReadonlyMap<string, Category>;
  /** The `nav` of the outermost `mkdocs.yml`. */
  readonly nav:
    { readonly file: string; readonly docs: string; readonly value: unknown } | undefined;
}

const CATEGORY = /^_category_\.(?:json|ya?ml)$/;
const MKDOCS = /^mkdocs\.ya?ml$/;

/** Finds out what the front matter of a document says about its place in a menu. */
export function menuKeys(fields: Readonly<Record<string, unknown>>): Category {
  const { sidebar } = fields;
  const given =
    typeof sidebar === 'object' && sidebar !== null ? { ...fields, ...sidebar } : fields;
  return { label: textOf(given, LABELS), position: numberOf(given, POSITIONS) };
}

const LABELS = ['sidebar_label', 'nav_title', 'linkTitle', 'label'];
const POSITIONS = ['sidebar_position', 'weight', 'nav_order', 'order', 'position'];
/** Keys of the front matter that an import with a menu reads. */
export const MENU_KEYS: ReadonlySet<string> = new Set([...LABELS, ...POSITIONS, 'sidebar']);

const textOf = (given: object, names: readonly string[]): string | undefined =>
  names
    .map((name) => given[name as keyof typeof given] as unknown)
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');

function numberOf(given: object, names: readonly string[]): number | undefined {
  const values = names.map((name) => given[name as keyof typeof given] as unknown);
  const value = values.find((one) => typeof one === 'number' || typeof one === 'string');
  const number = value === undefined || value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Reads the files that say what the menu of a folder is. A file that cannot be read says nothing. */
export async function readMenuFiles(root: string, others: readonly string[]): Promise<MenuFiles> {
  const categories = new Map<string, Category>();
  for (const file of others.filter((path) => CATEGORY.test(basename(path)))) {
    const value = await valueIn(root, file);
    if (value) categories.set(dirname(file), menuKeys(value));
  }
  const [file] = others
    .filter((path) => MKDOCS.test(basename(path)))
    .toSorted((one, other) => one.split('/').length - other.split('/').length);
  const mkdocs = file === undefined ? undefined : await valueIn(root, file);
  const docs = typeof mkdocs?.['docs_dir'] === 'string' ? mkdocs['docs_dir'] : 'docs';
  const nav =
    file !== undefined && mkdocs?.['nav'] !== undefined
      ? { file, docs: posix.join(dirname(file), docs), value: mkdocs['nav'] }
      : undefined;
  return { categories, nav };
}

/** Maximum length of a file that says what the menu is, in characters. */
const MAX_TEXT = 400_000;

async function valueIn(
  root: string,
  file: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const text = await readTextFile(join(root, file));
    if (text.length > MAX_TEXT) return undefined;
    // Tags such as `!!python/name` are of other programs.
    const value: unknown = parseDocument(text, { logLevel: 'silent' }).toJS({ maxAliasCount: 100 });
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    const isOfFile = error instanceof UnreadableFile || error instanceof ReferenceError;
    if (isOfFile || error instanceof RangeError) return undefined;
    throw error;
  }
}

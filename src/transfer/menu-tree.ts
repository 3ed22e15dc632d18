import { posix } from 'node:path';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { INDEX, localeFolder } from './derived-fields.js';

/** A document of an import, as its menu shows it. */
export interface MenuPage {
  readonly file: string;
  readonly address: PagePath;
  readonly title: string;
  /** The shorter title that the front matter gives it for menus. */
  readonly label: string | undefined;
  /** Its place among its neighbours, lowest first; those without one come last. */
  readonly position: number | undefined;
}

/** What a file such as `_category_.json` says about its folder. */
export type Category = Pick<MenuPage, 'label' | 'position'>;

/** An entry of a menu that an import makes: a link, or the title of the entries below it. */
export interface MenuNode {
  readonly text: string;
  readonly href?: string | undefined;
  readonly children: readonly MenuNode[];
}

/** Stands for the file of the menu that an import makes for a locale. */
export const madeMenu = (locale: string): string => `(menu of ${locale})`;

interface Place extends MenuNode {
  readonly name: string;
  readonly position: number | undefined;
}

interface Folder {
  page: MenuPage | undefined;
  readonly pages: Place[];
  readonly folders: Map<string, Folder>;
}

/** Deeper entries stand on this level, as on the pages of the site (contract 9). */
const MAX_DEPTH = 6;
const BY_NAME = new Intl.Collator('en', { numeric: true });
const newFolder = (): Folder => ({ page: undefined, pages: [], folders: new Map() });
const nameOf = (file: string): string => posix.basename(file).replace(/\.[^.]+$/, '');

/**
 * Makes the menu of the folders of one locale: by position, then by name. An index file is the page of its folder.
 * @param categories what files say about folders, by path
 */
export function folderTree(
  pages: readonly MenuPage[],
  categories: ReadonlyMap<string, Category>,
): readonly MenuNode[] {
  const root = newFolder();
  const base = localeFolder(pages[0]?.file ?? '') ?? '';
  for (const page of pages) {
    const path =
      localeFolder(page.file) === undefined ? page.file : page.file.slice(base.length + 1);
    let folder = root;
    for (const segment of path.split('/').slice(0, -1)) {
      const below = folder.folders.get(segment) ?? newFolder();
      folder.folders.set(segment, below);
      folder = below;
    }
    const name = nameOf(page.file);
    if (INDEX.test(name) && folder.page === undefined) folder.page = page;
    else folder.pages.push({ ...linkTo(page), name, position: page.position });
  }
  const entries = placesIn(root, base, categories);
  const whole = root.page ? [linkTo(root.page), ...entries] : entries;
  const [only] = whole;
  // A folder around everything says nothing.
  return whole.length === 1 && only!.href === undefined ? only!.children : whole;
}

function placesIn(
  { pages, folders }: Folder,
  path: string,
  categories: ReadonlyMap<string, Category>,
): readonly Place[] {
  const below = Array.from(folders, ([name, folder]): Place => {
    const at = posix.join(path, name);
    const { label, position } = categories.get(at) ?? { label: undefined, position: undefined };
    const own = folder.page && linkTo(folder.page);
    return {
      name,
      text: label ?? own?.text ?? wordsOf(name),
      href: own?.href,
      position: position ?? folder.page?.position,
      children: placesIn(folder, at, categories),
    };
  });
  return [...pages, ...below].toSorted(byPlace(({ name }) => name));
}

/** Makes the order of neighbours: by position, then by name. */
export const byPlace =
  <Item extends Pick<Place, 'position'>>(name: (item: Item) => string) =>
  (one: Item, other: Item): number =>
    (one.position ?? Infinity) - (other.position ?? Infinity) ||
    BY_NAME.compare(name(one), name(other));

const linkTo = ({ address, label, title }: MenuPage): MenuNode => ({
  text: label ?? title,
  href: hrefOf(address),
  children: [],
});

/** Makes a title from the name of a folder: `02-getting_started` becomes `Getting started`. */
function wordsOf(name: string): string {
  const words =
    name
      .replace(/^\d+[-_. ]+/, '')
      .replaceAll(/[-_]+/g, ' ')
      .trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Makes the menu of `nav` in `mkdocs.yml`: a list of paths, titles with paths, and titles with such lists.
 * @param pageOf the document that a path leads to; `undefined` if there is none in the locale
 */
export function navTree(
  nav: unknown,
  pageOf: (target: string) => MenuPage | undefined,
): readonly MenuNode[] {
  if (!Array.isArray(nav)) return [];
  return nav.flatMap((item: unknown): MenuNode[] => {
    if (typeof item === 'string') {
      const page = pageOf(item);
      return page ? [linkTo(page)] : [];
    }
    if (typeof item !== 'object' || item === null) return [];
    return Object.entries(item).flatMap(([text, target]: [string, unknown]): MenuNode[] => {
      const href = typeof target === 'string' ? hrefIn(target, pageOf) : undefined;
      const children = navTree(target, pageOf);
      return href === undefined && children.length === 0 ? [] : [{ text, href, children }];
    });
  });
}

const hrefIn = (
  target: string,
  pageOf: (target: string) => MenuPage | undefined,
): string | undefined => {
  const page = pageOf(target);
  if (page) return hrefOf(page.address);
  return /^https?:\/\/[^\s<>()]+$/.test(target) ? target : undefined;
};

/** Writes a menu as nested lists of links. */
export const menuMarkdown = (nodes: readonly MenuNode[]): string => linesOf(nodes, 1).join('');

const linesOf = (nodes: readonly MenuNode[], depth: number): readonly string[] =>
  nodes.flatMap(({ text, href, children }) => {
    const words = escaped(text);
    const entry = href === undefined ? words : `[${words}](${href})`;
    const line = `${'  '.repeat(depth - 1)}- ${entry}\n`;
    return [line, ...linesOf(children, Math.min(depth + 1, MAX_DEPTH))];
  });

/** Escapes what Markdown would read as marks in a line of text. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<&~$^=|{}]/g, String.raw`\$&`)
    .replace(/^(?:[-+#>:]|\d+(?=[.)]))/, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));

import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { INDEX } from './derived-fields.js';
import { byPlace } from './menu-tree.js';
import type { DocumentRead } from './read-document.js';

/** A file, as the list of its folder shows it. */
export interface ListedFile {
  readonly file: string;
  readonly locale: string | undefined;
  readonly title: () => string;
  /** Its place among its neighbours, lowest first; those without one come last. */
  readonly position: number | undefined;
  readonly isEmpty: boolean;
  readonly isDraft: boolean;
}

const depth = (file: string): number => file.split('/').length;
const isIndex = (file: string): boolean => INDEX.test(posix.parse(file).name);

/**
 * Makes the texts of index files without text: a list of the pages in their folder, and of the folders that have a page,
 * in their language, as Hugo shows them, without drafts. An index without such pages gets none.
 */
export function sectionLists(files: readonly ListedFile[]): ReadonlyMap<string, string> {
  const below = grouped(files, ({ file }) =>
    posix.dirname(isIndex(file) ? posix.dirname(file) : file),
  );
  const lists = new Map<string, string>();
  const empty = files.filter(({ file, isEmpty }) => isEmpty && isIndex(file));
  for (const { file, locale } of empty.toSorted(
    (one, other) => depth(other.file) - depth(one.file),
  )) {
    const folder = posix.dirname(file);
    const shown = (below.get(folder) ?? []).filter(
      (one) =>
        one.file !== file &&
        one.locale === locale &&
        !one.isDraft &&
        (!one.isEmpty || lists.has(one.file)),
    );
    const lines = shown.toSorted(byPlace(({ title }) => title())).map((one) => {
      const title = one.title().replaceAll(/[\\[\]`*_<&]/g, String.raw`\$&`);
      return `- [${title}](<${posix.relative(folder, one.file)}>)\n`;
    });
    if (lines.length > 0) lists.set(file, lines.join(''));
  }
  return lists;
}

export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Gives a file without text the list of its folder. If the list changes, the file counts as changed. */
export const withList = (read: DocumentRead, list: string): DocumentRead => ({
  ...read,
  content: list,
  sha256: hash('sha256', read.sha256 + list),
});

import { posix } from 'node:path';
import { isSlug, MAX_SLUG_LENGTH, normalSlug } from '../documents/slug.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { firstCharacters } from '../platform/validation/rule.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { type PathFields, slugFrom } from './derived-fields.js';
import { LinkTargets, type TargetFile } from './link-targets.js';
import type { FoundFiles } from './markdown-files.js';
import { type DocumentRead, type FileRead, isContent, readDocument } from './read-document.js';
import { madeMenu } from './menu-tree.js';
import { grouped, type ListedFile, sectionLists, withList } from './section-lists.js';
import { headings } from '../rendering/headings.js';
import { markdownFacts } from './markdown-links.js';

/** The fault of a file whose slug belongs to another file. */
export const slugTaken = (owner: string) => ({
  field: 'slug',
  message: `already belongs to ${owner}: write another slug into the front matter`,
});

/** The locale and the possible slugs of the document in a file. */
export interface NamedAddress extends Pick<PathFields, 'nameSlug' | 'pathSlug'> {
  readonly file: string;
  /**
   * The locale in the front matter or in the path; `undefined` if neither has a locale. Such a file cannot be imported.
   */
  readonly locale: string | undefined;
  /** The slug in the front matter; `undefined` if the front matter has none, or no letter in it. */
  readonly slug: string | undefined;
}

/** Returns the locale and the possible slugs of a file, in the form in which the database stores them. */
export function namedAddress(
  file: string,
  { input: { locale, slug }, path: { nameSlug, pathSlug } }: DocumentRead,
): NamedAddress {
  return {
    file,
    locale: typeof locale === 'string' ? (canonicalLocale(locale.trim()) ?? locale) : undefined,
    slug: typeof slug === 'string' ? writtenSlug(slug.trim()) : undefined,
    nameSlug,
    pathSlug,
  };
}

/** Makes a slug from the one that an author wrote, which other tools allow to be a path or to have capitals. */
function writtenSlug(slug: string): string | undefined {
  const normal = normalSlug(slug);
  return isSlug(normal) && Array.from(normal).length <= MAX_SLUG_LENGTH
    ? normal
    : slugFrom(slug) || undefined;
}

/** The addresses of the files, and the files that have the addresses. */
export interface FileAddresses {
  readonly byFile: ReadonlyMap<string, PagePath>;
  /** The file with the right to an address, by the path of the page. Another file with the same address is refused. */
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Determines the address of each file. A file that was imported before keeps its address. If the front matter has a
 * slug, the file gets this slug. If not, the file gets the slug from its name. If the name alone says nothing, the file
 * gets the slug from its path; if the name of one file of a folder would give the address of another file, all files of
 * the folder do. For example, `api/start.md` and `web/start.md` get the slugs `api-start` and `web-start`. Where even the
 * paths give one slug, the later file gets a number.
 * @param imported the documents that were imported before, each with its file
 */
export function fileAddresses(
  files: readonly NamedAddress[],
  imported: readonly (PagePath & { readonly file: string })[],
): FileAddresses {
  const byFile = new Map<string, PagePath>();
  const owners = new Map<string, string>();
  const give = (file: string, address: PagePath): void => {
    const path = hrefOf(address);
    byFile.set(file, address);
    if (!owners.has(path)) owners.set(path, file);
  };
  // A menu that an import made keeps its address, too.
  for (const one of imported)
    if (one.file === madeMenu(one.locale)) owners.set(hrefOf(one), one.file);
  const known = grouped(imported, ({ file }) => file);
  const rest: NamedAddress[] = [];
  for (const named of files) {
    const { file, locale, slug, nameSlug, pathSlug } = named;
    const own = (known.get(file) ?? []).filter((one) => one.locale === locale);
    // A file that had a slug of its own for a time has several documents.
    const wanted = slug === undefined ? [nameSlug, pathSlug] : [slug];
    const kept =
      own.find((one) => wanted.includes(one.slug)) ?? (slug === undefined ? own[0] : undefined);
    if (kept) give(file, { locale: kept.locale, slug: kept.slug });
    else if (locale !== undefined && slug !== undefined) give(file, { locale, slug });
    else if (locale !== undefined) rest.push(named);
  }
  const hasOwn = new Set(owners.keys());
  const byName = grouped(rest, ({ locale, nameSlug = '' }) =>
    hrefOf({ locale: locale!, slug: nameSlug }),
  );
  const collides = new Set<string>();
  for (const [path, same] of byName) {
    const named = same.filter(({ nameSlug }) => nameSlug !== undefined);
    if (named.length + (hasOwn.has(path) ? 1 : 0) < 2) continue;
    for (const { file } of named) collides.add(folderOf(file));
  }
  for (const { file, locale, nameSlug, pathSlug } of rest) {
    const wanted = collides.has(folderOf(file)) ? pathSlug : (nameSlug ?? pathSlug);
    give(file, freeAddress({ locale: locale!, slug: wanted }, pathSlug, owners));
  }
  return { byFile, owners };
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

/** Returns an address that no file has: the wanted one, that of the path, or that of the path with a number. */
function freeAddress(
  { locale, slug: wanted }: PagePath,
  pathSlug: string,
  owners: ReadonlyMap<string, string>,
): PagePath {
  let slug = owners.has(hrefOf({ locale, slug: wanted })) ? pathSlug : wanted;
  for (let number = 2; owners.has(hrefOf({ locale, slug })); number += 1) {
    slug = `${slugFrom(firstCharacters(pathSlug, MAX_SLUG_LENGTH - 6))}-${number}`;
  }
  return { locale, slug };
}

/** Finds something of a text when it is first asked for, because parsing takes most of the time of an import. */
function once<Found>(find: () => Found): () => Found {
  let found: { readonly value: Found } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Returns what links can name a file with, besides its path and address. */
export function namesIn({
  input: { title },
  content,
  aliases,
}: DocumentRead): Pick<TargetFile, 'title' | 'aliases' | 'ids'> {
  const titleIn = () => (isContent(content) ? markdownFacts(content).title : undefined);
  return {
    title: once(() => (typeof title === 'string' ? title : titleIn())),
    aliases,
    ids: once(() => idsIn(content)),
  };
}

function idsIn(content: string): readonly string[] {
  try {
    return isContent(content) ? headings(content).map(({ id }) => id) : [];
  } catch (error) {
    // A release of the document reports this fault.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The addresses of the files, and what links can lead to. */
export interface ReadAddresses extends FileAddresses {
  readonly targets: LinkTargets;
  /** What was read of each file. An index file without text has the list of its folder. */
  readonly documents: ReadonlyMap<string, FileRead>;
}

/**
 * Reads the files, each once, and determines their addresses. A file with a fault has none.
 * @param linkRoot the folder of links such as `/guide/x`, relative to `root`
 */
export async function readAddresses(
  root: string,
  { files, others }: Pick<FoundFiles, 'files' | 'others'>,
  imported: readonly (PagePath & { readonly file: string })[],
  linkRoot: string,
  signal: AbortSignal,
): Promise<ReadAddresses> {
  const named: NamedAddress[] = [];
  const listed: (ListedFile & { readonly read: DocumentRead })[] = [];
  const names = new Map<string, ReturnType<typeof namesIn>>();
  const documents = new Map<string, FileRead>();
  for (const file of files) {
    if (signal.aborted) break;
    const read = await readDocument(root, file);
    documents.set(file, read);
    if ('fault' in read) continue;
    const [address, name] = [namedAddress(file, read), namesIn(read)];
    named.push(address);
    names.set(file, name);
    listed.push({
      file,
      read,
      locale: address.locale,
      title: () => name.title() ?? read.path.title,
      position: read.menu.position,
      isEmpty: read.content.trim() === '',
      isDraft: read.isDraft || read.input['intent'] === 'review',
    });
  }
  const sections = sectionLists(listed);
  for (const { file, isEmpty, read } of listed) {
    const list = sections.get(file);
    if (list !== undefined) documents.set(file, withList(read, list));
    // A file without text is refused, so no link leads to it.
    else if (isEmpty) names.delete(file);
  }
  const addresses = fileAddresses(named, imported);
  const targets = Array.from(addresses.byFile).flatMap(([file, address]) => {
    const name = names.get(file);
    return name ? [{ file, address, ...name }] : [];
  });
  const folder = posix.normalize(linkRoot).replace(/^(?:\.?\/)+|\/+$|^\.$/g, '');
  return { ...addresses, documents, targets: new LinkTargets(targets, others, folder) };
}

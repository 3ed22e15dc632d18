import { normalSlug } from '../documents/slug.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { type DocumentRead, readDocument } from './read-document.js';

/** The locale and the possible slugs of the document in a file. */
export interface NamedAddress {
  readonly file: string;
  /**
   * The locale in the front matter or in the path; `undefined` if neither has a locale. Such a file cannot be imported.
   */
  readonly locale: string | undefined;
  /** The slug in the front matter; `undefined` if the front matter has no slug. */
  readonly slug: string | undefined;
  /** The slug from the file name. */
  readonly nameSlug: string;
  /** The slug from the path. */
  readonly pathSlug: string;
}

/** Returns the locale and the possible slugs of a file, in the form in which the database stores them. */
export function namedAddress(file: string, { input, slugs }: DocumentRead): NamedAddress {
  const { locale, slug } = input;
  const [nameSlug, pathSlug] = slugs;
  return {
    file,
    locale: typeof locale === 'string' ? (canonicalLocale(locale.trim()) ?? locale) : undefined,
    slug: typeof slug === 'string' ? normalSlug(slug.trim()) : undefined,
    nameSlug,
    pathSlug,
  };
}

/** The addresses of the files, and the files that have the addresses. */
export interface FileAddresses {
  readonly byFile: ReadonlyMap<string, PagePath>;
  /** The file with the right to an address, by the path of the page. Another file with the same address is refused. */
  readonly owners: ReadonlyMap<string, string>;
}

/**
 * Determines the address of each file. A file that was imported before keeps its address. If the front matter has a
 * slug, the file gets this slug. If not, the file gets the slug from its name. If another file already has the address
 * with that slug, the file gets the slug from its path. Files in higher folders come first. For example,
 * `introduction.md` gets the slug `introduction`, and `openapi/introduction.md` gets the slug `openapi-introduction`.
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
  const known = new Set(
    imported.map(({ file, locale, slug }) => `${hrefOf({ locale, slug })} ${file}`),
  );
  const kept = ({ file, locale, slug, nameSlug, pathSlug }: NamedAddress): PagePath | undefined =>
    locale === undefined
      ? undefined
      : (slug === undefined ? [nameSlug, pathSlug] : [slug])
          .map((one) => ({ locale, slug: one }))
          .find((address) => known.has(`${hrefOf(address)} ${file}`));
  const depth = ({ file }: NamedAddress): number => file.split('/').length;
  const rest: NamedAddress[] = [];
  for (const named of files) {
    const address = kept(named);
    if (address) give(named.file, address);
    else rest.push(named);
  }
  for (const { file, locale, slug, nameSlug, pathSlug } of [
    ...rest.filter((one) => one.slug !== undefined),
    ...rest.filter((one) => one.slug === undefined).toSorted((a, b) => depth(a) - depth(b)),
  ]) {
    if (locale === undefined) continue;
    const isTaken = owners.has(hrefOf({ locale, slug: nameSlug }));
    give(file, { locale, slug: slug ?? (isTaken ? pathSlug : nameSlug) });
  }
  return { byFile, owners };
}

/** Endings that a link to a file, or to the folder of an index file, can leave out. */
const ENDINGS = ['', '.md', '.markdown', '/index.md', '/README.md', '/readme.md'];

/** Finds the address of the file at the path of a link; `undefined` if there is no such file. */
export function addressOf(
  addresses: ReadonlyMap<string, PagePath>,
  path: string,
): string | undefined {
  const file = ENDINGS.map((ending) => path.replace(/\/$/, '') + ending).find((candidate) =>
    addresses.has(candidate),
  );
  if (file === undefined) return undefined;
  return hrefOf(addresses.get(file)!);
}

/**
 * Reads the files to determine their addresses. Skips a file with a fault, because the import later reports the fault.
 */
export async function readAddresses(
  root: string,
  files: readonly string[],
  imported: readonly (PagePath & { readonly file: string })[],
  signal: AbortSignal,
): Promise<FileAddresses> {
  const named: NamedAddress[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    const read = await readDocument(root, file);
    if (!('fault' in read)) named.push(namedAddress(file, read));
  }
  return fileAddresses(named, imported);
}

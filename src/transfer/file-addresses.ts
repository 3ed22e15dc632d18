import { normalSlug } from '../publications/document/slug.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { hrefOf, type PagePath } from '../site/page-path.js';
import type { DocumentRead } from './read-document.js';

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

/**
 * Determines the address of each file. If the front matter has a slug, the file gets this slug. If not, the file gets
 * the slug from its name. If another file already has the address with that slug, the file gets the slug from its path.
 * Files in higher folders come first. For example, `introduction.md` gets the slug `introduction`, and
 * `openapi/introduction.md` gets the slug `openapi-introduction`.
 */
export function fileAddresses(files: readonly NamedAddress[]): ReadonlyMap<string, PagePath> {
  const addresses = new Map<string, PagePath>();
  const taken = new Set<string>();
  const depth = ({ file }: NamedAddress): number => file.split('/').length;
  const named = files.filter(({ slug }) => slug !== undefined);
  const unnamed = files.filter(({ slug }) => slug === undefined);
  for (const { file, locale, ...slugs } of [
    ...named,
    ...unnamed.toSorted((a, b) => depth(a) - depth(b)),
  ]) {
    if (locale === undefined) continue;
    const isTaken = taken.has(`${locale}/${slugs.nameSlug}`);
    const slug = slugs.slug ?? (isTaken ? slugs.pathSlug : slugs.nameSlug);
    taken.add(`${locale}/${slug}`);
    addresses.set(file, { locale, slug });
  }
  return addresses;
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

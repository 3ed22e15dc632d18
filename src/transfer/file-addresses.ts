import { normalSlug } from '../publications/document/slug.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import { hrefOf, type PagePath } from '../site/page-path.js';
import type { DocumentRead } from './read-document.js';

/** The address that a file names. */
export interface NamedAddress {
  readonly file: string;
  /** `undefined`: it names none, and the file cannot be imported. */
  readonly locale: string | undefined;
  /** From its front matter. */
  readonly slug: string | undefined;
  /** From the name of the file. */
  readonly nameSlug: string;
  /** From its path. */
  readonly pathSlug: string;
}

/** The address that a file names, in the form in which it is stored. */
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
 * Gives each file its address: the slug that it names, else that of its name, or that of its path where another file
 * has that address. `openapi/introduction.md` beside `introduction.md` becomes `openapi-introduction`; the higher file
 * keeps the short one.
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

/** Endings that links to a file, or to its folder, leave out. */
const ENDINGS = ['', '.md', '.markdown', '/index.md', '/README.md', '/readme.md'];

/** The address of the file at the path of a link; `undefined`: no file has that path. */
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

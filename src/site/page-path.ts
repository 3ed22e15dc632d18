import { canonicalLocale } from '../platform/validation/locale.js';

/** What names a document on the site. */
export interface PagePath {
  readonly locale: string;
  readonly slug: string;
}

/** Which of its two forms a reader wants. */
export type PageForm = 'page' | 'markdown';

/** What there is of a released version: its two forms, and its signed record. */
export type VersionForm = PageForm | 'record';

export const VERSION_SUFFIX: Readonly<Record<VersionForm, string>> = {
  page: '',
  markdown: '.md',
  record: '.jws',
};

/** An address below a locale, as it was asked for and as it ought to be. */
export interface PageAddress {
  readonly form: PageForm;
  readonly asked: PagePath;
  /** `asked` in the spelling in which paths are stored (contract 2). */
  readonly canonical: PagePath;
  /** The address has a slash at the end, which no canonical one has. */
  readonly trailingSlash: boolean;
}

/**
 * Code units of a slug that could be one in any form at most. `normalize` is quadratic in runs of combining
 * marks: what is longer stays as it is.
 */
const MAX_SENT_SLUG = 960;

const SHAPE = /^\/([^/]+)\/([^/]+?)(\.md)?(\/?)$/;

/**
 * Reads the path of a request. `undefined`: its first segment is no locale, so it is none of the
 * site's documents and may be a route of somebody else (`/health/live`).
 */
export function readAddress(path: string): PageAddress | undefined {
  const [, first, second, suffix, slash] = SHAPE.exec(path) ?? [];
  if (!first || !second) return undefined;
  const locale = decodeURIComponent(first);
  const known = canonicalLocale(locale);
  if (!known) return undefined;
  const slug = decodeURIComponent(second);
  return {
    form: suffix ? 'markdown' : 'page',
    asked: { locale, slug },
    canonical: { locale: known, slug: normalSlug(slug) },
    trailingSlash: slash !== '',
  };
}

/** A slug in the spelling in which paths are stored (contract 2). */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_SLUG ? slug : slug.normalize('NFKC').toLowerCase();

/** The path of a document as it stands in links: percent-encoded, beginning with a slash. */
export function hrefOf({ locale, slug }: PagePath, form: PageForm = 'page'): string {
  return `/${locale}/${encodeURIComponent(slug)}${form === 'markdown' ? '.md' : ''}`;
}

/** The path of a released version of a document, or of its signed record (contract 15). */
export const versionHref = (path: PagePath, version: number, form: VersionForm = 'page'): string =>
  `${hrefOf(path)}@${version}${VERSION_SUFFIX[form]}`;

/** The path of the list of the released versions of a document. */
export const versionsHref = (path: PagePath, page = 1): string =>
  `${hrefOf(path)}/versions${page === 1 ? '' : `?page=${page}`}`;

/** No stored slug is longer, in code points, or contains any of these (contract 2). */
const POSSIBLE_SLUG = /^[^\p{C}\p{Z}/.@]{1,120}$/u;

/** Whether a document could be stored under this path; if not, the database need not be asked. */
export function canExist({ slug }: PagePath): boolean {
  return POSSIBLE_SLUG.test(slug);
}

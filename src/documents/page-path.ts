import { canonicalLocale } from '../platform/validation/locale.js';

/** The path of a document on the site. */
export interface PagePath {
  readonly locale: string;
  readonly slug: string;
}

/** The form of a document that a reader requests. */
export type PageForm = 'page' | 'markdown';

/** The forms of a released version: page, Markdown and signed record. */
export type VersionForm = PageForm | 'record';

export const VERSION_SUFFIX: Readonly<Record<VersionForm, string>> = {
  page: '',
  markdown: '.md',
  record: '.jws',
};

/** An address below a locale. */
export interface PageAddress {
  readonly form: PageForm;
  /** The path in the form in which paths are stored (contract 2). */
  readonly canonical: PagePath;
  /** Whether the address was requested in its canonical spelling, which does not end with a slash. */
  readonly isCanonical: boolean;
}

/**
 * Maximum length of a requested slug that is normalised, in UTF-16 code units. No document has a longer slug, and
 * `normalize` takes quadratic time for a long run of combining marks.
 */
const MAX_SENT_SLUG = 960;

const SHAPE = /^\/([^/]+)\/([^/]+?)(\.md)?(\/?)$/;

/**
 * Reads a path as the address of a document. Returns `undefined` if the path cannot be such an address. Another route
 * can then match, for example the route of `/health/live`.
 */
export function readAddress(path: string): PageAddress | undefined {
  const [, first, second, suffix, slash] = SHAPE.exec(path) ?? [];
  if (!first || !second) return undefined;
  const locale = decodeURIComponent(first);
  const known = canonicalLocale(locale);
  if (!known) return undefined;
  const sent = decodeURIComponent(second);
  const slug = normalSlug(sent);
  return {
    form: suffix ? 'markdown' : 'page',
    canonical: { locale: known, slug },
    isCanonical: slash === '' && locale === known && sent === slug,
  };
}

/** Returns a slug in the form in which paths are stored (contract 2). */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_SLUG ? slug : slug.normalize('NFKC').toLowerCase();

/** Makes the path of a document for links: percent-encoded, with a leading slash. */
export function hrefOf({ locale, slug }: PagePath, form: PageForm = 'page'): string {
  return `/${locale}/${encodeURIComponent(slug)}${form === 'markdown' ? '.md' : ''}`;
}

/** Makes the path of a released version, of the Markdown of the version, or of its signed record (contract 15). */
export const versionHref = (path: PagePath, version: number, form: VersionForm = 'page'): string =>
  `${hrefOf(path)}@${version}${VERSION_SUFFIX[form]}`;

export const versionsHref = (path: PagePath, page = 1): string =>
  `${hrefOf(path)}/versions${page === 1 ? '' : `?page=${page}`}`;

/** A stored slug has at most 120 code points, and none of the characters after `^` (contract 2). */
const POSSIBLE_SLUG = /^[^\p{C}\p{Z}/.@]{1,120}$/u;

/** Whether a document can be stored under this path. If not, callers need no database query. */
export function canExist({ slug }: PagePath): boolean {
  return POSSIBLE_SLUG.test(slug);
}

/**
 * The documents that a list contains: all documents, the documents of a canonical locale, or the documents with exactly
 * this tag.
 */
export type ListSubject =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'locale';
      readonly locale: string;
      /** Whether the list is at `/{locale}/new`, where it is also if the locale has a start page. */
      readonly isNewest?: true;
    }
  | {
      readonly kind: 'tag';
      readonly tag: string;
      /** Only documents of this locale; absent: of all locales, as on the page of the tag. */
      readonly locale?: string;
    };

/** A stored tag has at most 50 code points, and no NUL character, which PostgreSQL refuses. */
const POSSIBLE_TAG = /^[^\0]{1,50}$/su;
const PAGE_NUMBER = /^[1-9]\d{0,8}$/;

/** Whether a document can have this tag. If not, callers need no database query. */
export const canBeTag = (tag: string): boolean => POSSIBLE_TAG.test(tag);

/**
 * Returns the subject of the list of a locale. `name` is the locale in any spelling. Returns `undefined` if `name`
 * cannot be a locale.
 */
export function localeSubject(name: string): Extract<ListSubject, { kind: 'locale' }> | undefined {
  const locale = canonicalLocale(name);
  return locale ? { kind: 'locale', locale } : undefined;
}

/** Makes the path of a list for links: percent-encoded, with a leading slash. */
export function listHref(subject: ListSubject, page = 1): string {
  return pathOf(subject) + (page > 1 ? `?page=${page}` : '');
}

export const feedHref = (subject: ListSubject): string =>
  subject.kind === 'locale'
    ? `/${subject.locale}/feed.xml`
    : `${pathOf(subject).replace(/\/$/, '')}/feed.xml`;

function pathOf(subject: ListSubject): string {
  if (subject.kind === 'locale') return `/${subject.locale}${subject.isNewest ? '/new' : ''}`;
  return subject.kind === 'tag' ? `/tags/${encodeURIComponent(subject.tag)}` : '/';
}

/**
 * Reads the page number from a query. Returns 1 if the query has no page number, and `undefined` if the page number is
 * invalid.
 */
export function pageNumber(query: Readonly<Record<string, unknown>>): number | undefined {
  const { page } = query;
  if (page === undefined) return 1;
  return typeof page === 'string' && PAGE_NUMBER.test(page) ? Number(page) : undefined;
}

/** The parsed address of a released version. */
export interface VersionAddress {
  readonly path: PagePath;
  readonly version: number;
  readonly form: VersionForm;
  /** Whether the address is spelt as in links of the site. Requests for other spellings are redirected. */
  readonly isCanonical: boolean;
}

/**
 * Pattern of the address of a version. The version number has at most nine digits, so it always fits an integer of
 * PostgreSQL.
 */
const VERSION = /^\/([^/]+)\/([^/]+?)(?:@|%40)([1-9]\d{0,8})(\.md|\.jws)?(\/?)$/;
const VERSIONS = /^\/([^/]+)\/([^/]+)\/versions(\/?)$/;

const FORMS = new Map(
  Object.entries(VERSION_SUFFIX).map(([form, suffix]) => [suffix, form as VersionForm]),
);

/** Parses the path of a request. Returns `undefined` if the path is not the address of a version. */
export function readVersionAddress(path: string): VersionAddress | undefined {
  const [, locale, slug, number, suffix = ''] = VERSION.exec(path) ?? [];
  const known = pagePath(locale, slug);
  const form = FORMS.get(suffix);
  if (!known || !form) return undefined;
  const version = Number(number);
  return {
    path: known,
    version,
    form,
    isCanonical: isSame(path, versionHref(known, version, form)),
  };
}

/** Parses the path of a request. Returns `undefined` if the path is not the address of a list of versions. */
export function readVersionsAddress(
  path: string,
): Pick<VersionAddress, 'path' | 'isCanonical'> | undefined {
  const [, locale, slug] = VERSIONS.exec(path) ?? [];
  const known = pagePath(locale, slug);
  return known && { path: known, isCanonical: isSame(path, versionsHref(known)) };
}

function pagePath(locale: string | undefined, slug: string | undefined): PagePath | undefined {
  if (!locale || !slug) return undefined;
  const known = canonicalLocale(decodeURIComponent(locale));
  return known ? { locale: known, slug: normalSlug(decodeURIComponent(slug)) } : undefined;
}

/** Whether the decoded paths are equal. `%40` instead of `@` before the version number counts as a difference. */
const isSame = (asked: string, href: string): boolean =>
  !/%40\d+(?:\.\w+)?\/?$/.test(asked) && decodeURIComponent(asked) === decodeURIComponent(href);

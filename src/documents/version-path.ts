import { canonicalLocale } from '../platform/validation/locale.js';
import { hrefOf, type PageForm, type PagePath, storedSlug } from './page-path.js';

/** The forms of a released version: page, Markdown and signed record. */
export type VersionForm = PageForm | 'record';

const VERSION_SUFFIX: Readonly<Record<VersionForm, string>> = {
  page: '',
  markdown: '.md',
  record: '.jws',
};

/** Makes the path of a released version, of the Markdown of the version, or of its signed record (contract 15). */
export const versionHref = (path: PagePath, version: number, form: VersionForm = 'page'): string =>
  `${hrefOf(path)}@${version}${VERSION_SUFFIX[form]}`;

export const versionsHref = (path: PagePath, page = 1): string =>
  `${hrefOf(path)}/versions${page === 1 ? '' : `?page=${page}`}`;

interface VersionAddress {
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
  return known ? { locale: known, slug: storedSlug(decodeURIComponent(slug)) } : undefined;
}

/** Whether the decoded paths are equal. `%40` instead of `@` before the version number counts as a difference. */
const isSame = (asked: string, href: string): boolean =>
  !/%40\d+(?:\.\w+)?\/?$/.test(asked) && decodeURIComponent(asked) === decodeURIComponent(href);

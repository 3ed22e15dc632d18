import { canonicalLocale } from '../platform/validation/locale.js';
import {
  normalSlug,
  type PagePath,
  VERSION_SUFFIX,
  type VersionForm,
  versionHref,
  versionsHref,
} from '../site/page-path.js';

/** An address of a released version: as requested, and in canonical form. */
export interface VersionAddress {
  readonly path: PagePath;
  readonly version: number;
  readonly form: VersionForm;
  /** The address is spelt as links spell it. */
  readonly isCanonical: boolean;
}

/** The number is below the largest integer of PostgreSQL. */
const VERSION = /^\/([^/]+)\/([^/]+?)(?:@|%40)([1-9]\d{0,8})(\.md|\.jws)?(\/?)$/;
const VERSIONS = /^\/([^/]+)\/([^/]+)\/versions(\/?)$/;

const FORMS = new Map(
  Object.entries(VERSION_SUFFIX).map(([form, suffix]) => [suffix, form as VersionForm]),
);

/** Reads the path of a request; `undefined`: it is no address of a version. */
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

/** The document whose versions a path lists; `undefined`: another path. */
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

/** Compares letters however they are percent-encoded, except the sign before the number. */
const isSame = (asked: string, href: string): boolean =>
  !/%40\d+(?:\.\w+)?\/?$/.test(asked) && decodeURIComponent(asked) === decodeURIComponent(href);

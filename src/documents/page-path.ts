import { canonicalLocale } from '../platform/validation/locale.js';
import { decodedUri } from '../platform/validation/rule.js';
import { normalSlug } from './slug.js';

export interface PagePath {
  readonly locale: string;
  readonly slug: string;
}

/** The form of a document that a reader requests. */
export type PageForm = 'page' | 'markdown';

/** An address below a locale. */
interface PageAddress {
  readonly form: PageForm;
  /** The path in the form in which paths are stored (contract 2). */
  readonly canonical: PagePath;
  /** Whether the address was requested in its canonical spelling, which does not end with a slash. */
  readonly isCanonical: boolean;
}

const SHAPE = /^\/([^/]+)\/([^/]+?)(\.md)?(\/?)$/;

/**
 * Reads a path as the address of a document. Returns `undefined` if the path cannot be such an address. Another route
 * can then match, for example the route of `/health/live`.
 */
export function readAddress(path: string): PageAddress | undefined {
  const [, first, second, suffix, slash] = SHAPE.exec(path) ?? [];
  const [locale, sent] = [decodedUri(first ?? ''), decodedUri(second ?? '')];
  const known = locale && canonicalLocale(locale);
  if (!known || !sent) return undefined;
  const slug = storedSlug(sent);
  return {
    form: suffix ? 'markdown' : 'page',
    canonical: { locale: known, slug },
    isCanonical: slash === '' && locale === known && sent === slug,
  };
}

/** Returns the slug that a reader asks for, who may have typed capitals, as paths are stored (contract 2). */
export const storedSlug = (sent: string): string => normalSlug(sent).toLowerCase();

/** Makes the path of a document for links: percent-encoded, with a leading slash. */
export function hrefOf({ locale, slug }: PagePath, form: PageForm = 'page'): string {
  return `/${locale}/${encodeURIComponent(slug)}${form === 'markdown' ? '.md' : ''}`;
}

/** A stored slug has at most 120 code points, and none of the characters after `^` (contract 2). */
const POSSIBLE_SLUG = /^[^\p{C}\p{Z}/.@]{1,120}$/u;

/** The list of the newest documents of a locale has the form of an address of a document. */
const NEWEST = 'new';

/** Reads a path as `readAddress` does, but returns `undefined` for the addresses of lists, feeds and versions, too. */
export function documentAddress(path: string): PageAddress | undefined {
  const address = readAddress(path);
  const isDocument = address && canExist(address.canonical) && address.canonical.slug !== NEWEST;
  return isDocument ? address : undefined;
}

/** Whether a document can be stored under this path. If not, callers need no database query. */
export function canExist({ slug }: PagePath): boolean {
  return POSSIBLE_SLUG.test(slug);
}

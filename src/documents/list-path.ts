import { canonicalLocale } from '../platform/validation/locale.js';

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

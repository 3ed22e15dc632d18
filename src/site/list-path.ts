import { canonicalLocale } from '../platform/validation/locale.js';
import type { ListSubject } from './listed-page.js';

/** No stored tag is longer, in code points, or contains a zero, which PostgreSQL would not take. */
const POSSIBLE_TAG = /^[^\0]{1,50}$/su;
const PAGE_NUMBER = /^[1-9]\d{0,8}$/;

/** Whether a document could have this tag; if not, the database need not be asked. */
export const canBeTag = (tag: string): boolean => POSSIBLE_TAG.test(tag);

/** The list of a locale, named in any spelling; `undefined`: it is the name of none. */
export function localeSubject(name: string): Extract<ListSubject, { kind: 'locale' }> | undefined {
  const locale = canonicalLocale(name);
  return locale ? { kind: 'locale', locale } : undefined;
}

/** The path of a list as it stands in links: percent-encoded, beginning with a slash. */
export function listHref(subject: ListSubject, page = 1): string {
  return pathOf(subject) + (page > 1 ? `?page=${page}` : '');
}

export const feedHref = (subject: ListSubject): string =>
  subject.kind === 'locale' ? `${listHref(subject)}/feed.xml` : '/feed.xml';

function pathOf(subject: ListSubject): string {
  if (subject.kind === 'locale') return `/${subject.locale}`;
  return subject.kind === 'tag' ? `/tags/${encodeURIComponent(subject.tag)}` : '/';
}

/** The number of a page of a list, from 1, as the query names it; `undefined`: there is no such page. */
export function pageNumber(query: Readonly<Record<string, unknown>>): number | undefined {
  const { page } = query;
  if (page === undefined) return 1;
  return typeof page === 'string' && PAGE_NUMBER.test(page) ? Number(page) : undefined;
}

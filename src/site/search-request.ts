import { canonicalLocale } from '../platform/validation/locale.js';
import type { SearchRequest } from '../search/search.service.js';

/**
 * Number of the last page with results. The search ranks at most 1,000 documents, and shows 10 documents on each page.
 */
const LAST_PAGE = 100;
/** A locale that no document has, so that a search in an impossible locale finds nothing. */
const NO_LOCALE = '';

/** Reads the query of `/search` and `/search.json` (contract 9). A missing or repeated parameter counts as empty. */
export function searchRequest(query: Readonly<Record<string, unknown>>): SearchRequest {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const locale = text('locale');
  const page = /^\d+$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    q: text('q'),
    locale: locale === '' ? null : (canonicalLocale(locale) ?? NO_LOCALE),
    tag: text('tag') || null,
    page: Math.min(Math.max(page, 1), LAST_PAGE),
  };
}

export function searchHref({ q, locale, tag }: SearchRequest, page: number): string {
  const filter = { ...(locale !== null && { locale }), ...(tag !== null && { tag }) };
  const query = new URLSearchParams({ q, ...filter, page: String(page) });
  return `/search?${query}`;
}

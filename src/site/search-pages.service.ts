import { canonicalLocale } from '../platform/validation/locale.js';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { type SearchRequest, SearchService } from '../search/search.service.js';
import { snippetText } from '../search/snippet.js';
import type { Answer } from '../platform/http/deliver.js';
import { passingJson, passingPage } from './answers.js';
import { preferredLanguage } from './html/frame.js';
import { searchPage } from './html/search-page.js';
import { lookOf } from './html/site.js';
import { hrefOf } from '../documents/page-path.js';

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

/** Answers a search with a page for people, or with JSON for programs (contract 9). */
@Injectable()
export class SearchPagesService {
  constructor(
    private readonly search: SearchService,
    private readonly config: Config,
  ) {}

  /**
   * Answers with a page of results. The texts of the frame are in the language of the searched locale. If the search
   * has no locale, the texts are in the first language of `accepted` that has a translation. If no language has a
   * translation, the texts are in English.
   * @param accepted languages in `Accept-Language`, best first; the answer can depend on these languages, because no
   * cache stores the answer
   */
  async page(request: SearchRequest, accepted: readonly string[]): Promise<Answer> {
    const result = await this.search.find(request);
    const locale = request.locale || preferredLanguage(accepted);
    return passingPage(200, searchPage(lookOf(this.config), locale, request, result));
  }

  async json(request: SearchRequest): Promise<Answer> {
    const { hits, locales: _all, ...rest } = await this.search.find(request);
    const items = hits.map(({ rank, locale, slug, title, description, ...hit }) => ({
      rank,
      locale,
      slug,
      title,
      description,
      url: this.config.publicBaseUrl + hrefOf({ locale, slug }),
      tags: hit.tags,
      authorKind: hit.authorKind,
      publishedAt: hit.publishedAt.toISOString(),
      snippet: snippetText(hit.snippet),
    }));
    const { q, locale, tag } = request;
    return passingJson({ q, locale, tag, ...rest, hits: items });
  }
}

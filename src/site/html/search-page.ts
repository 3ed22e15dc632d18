import type { SearchHit, SearchRequest, SearchResult } from '../../search/search.service.js';
import { hrefOf } from '../page-path.js';
import { searchHref } from '../search-request.js';
import { type Content, type Html, html } from './html.js';
import { layout } from './layout.js';
import { directionOf, languageName } from './locales.js';
import { pager } from './pager.js';

/** What the search found, or the way to search. */
export function searchPage(
  siteName: string,
  request: SearchRequest,
  { hits, total, hasMore, page, similar }: SearchResult,
): string {
  return layout({
    siteName,
    locale: 'en',
    title: request.q === '' ? 'Search' : `${request.q} – Search`,
    head: html`<meta name="robots" content="noindex" />`,
    q: request.q,
    main: html`<div class="list">
      <h1>
        ${request.q === '' ? 'Search' : html`<span class="kind">Search</span> <bdi>${request.q}</bdi>`}
      </h1>
      ${within(request)}
      ${request.q !== '' && html`<p class="found" role="status">${summary(hits.length, total, similar)}</p>`}
      <ol class="entries">
        ${hits.map(hit)}
      </ol>
      ${pager(
        {
          previous: page > 1 ? searchHref(request, page - 1) : undefined,
          next: hasMore ? searchHref(request, page + 1) : undefined,
        },
        'Pages of results',
      )}
    </div>`,
  });
}

/** Says that not all documents are looked through, and leads out of it. */
function within(request: SearchRequest): Html | undefined {
  const { locale, tag } = request;
  if (!locale && !tag) return undefined;
  return html`<p class="found">
    Only documents ${locale ? html`in ${language(locale)}` : undefined}
    ${tag ? html`tagged <bdi>${tag}</bdi>` : undefined}.
    <a href="${searchHref({ ...request, locale: null, tag: null }, 1)}">Search all documents</a>
  </p>`;
}

const language = (locale: string): Html =>
  html`<span lang="${locale}" dir="${directionOf(locale)}">${languageName(locale)}</span>`;

function summary(shown: number, total: number, similar: boolean): string {
  if (shown === 0) return 'No document holds all of these words.';
  if (similar) {
    return `No document holds all of these words; ${shown === 1 ? 'this title is' : 'these titles are'} similar.`;
  }
  if (total === 1) return '1 document';
  return total < 1_000 ? `${total} documents` : '1,000 documents or more';
}

function hit({ locale, slug, title, description, snippet }: SearchHit): Html {
  const excerpt: Content =
    snippet.length === 0
      ? description
      : snippet.map(({ text, mark }) => (mark ? html`<mark>${text}</mark>` : text));
  return html`<li lang="${locale}" dir="${directionOf(locale)}">
    <h2><a href="${hrefOf({ locale, slug })}">${title}</a></h2>
    <p>${excerpt}</p>
    <p class="byline"><bdi>${locale}/${slug}</bdi></p>
  </li>`;
}

import type { SearchHit, SearchRequest, SearchResult } from '../../search/search.service.js';
import { hrefOf } from '../page-path.js';
import { searchHref } from '../search-request.js';
import { type Content, type Html, html } from './html.js';
import { layout } from './layout.js';
import { directionOf, languageName } from './locales.js';
import { pager } from './pager.js';

/** Languages or tags that are offered to keep to. */
const MAX_CHOICES = 12;

/** What the search found, or the way to search. */
export function searchPage(siteName: string, request: SearchRequest, result: SearchResult): string {
  const { hits, hasMore, page } = result;
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
      ${request.q !== '' && html`<p class="found" role="status">${summary(result)}</p>`}
      ${suggested(request, result.suggestion)} ${request.q !== '' && filters(request, result)}
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

/** Leads to the same question in one locale, or with one of the tags of what was found. */
function filters(request: SearchRequest, { hits, locales }: SearchResult): Html[] {
  const inLocale = locales
    .filter((locale) => locale !== request.locale)
    .slice(0, MAX_CHOICES)
    .map(
      (locale) => html`<a href="${searchHref({ ...request, locale }, 1)}">${language(locale)}</a> `,
    );
  const tags = [...new Set(hits.flatMap((found) => found.tags))]
    .filter((tag) => tag !== request.tag)
    .slice(0, MAX_CHOICES)
    .map(
      (tag) =>
        html`<a href="${searchHref({ ...request, tag }, 1)}" rel="nofollow"><bdi>${tag}</bdi></a> `,
    );
  const hasChoice = inLocale.length > 0 && locales.length > 1;
  return [
    ...(hasChoice ? [html`<p class="found">In one language: ${inLocale}</p>`] : []),
    ...(tags.length > 0 ? [html`<p class="found">With a tag: ${tags}</p>`] : []),
  ];
}

function suggested(request: SearchRequest, suggestion: string | null): Html | undefined {
  if (suggestion === null) return undefined;
  const href = searchHref({ ...request, q: suggestion }, 1);
  const link = html`<a href="${href}"><bdi>${suggestion}</bdi></a>`;
  return html`<p class="found">Did you mean ${link}?</p>`;
}

function summary({ hits, total, more, similar, page }: SearchResult): string {
  if (hits.length === 0) {
    return page > 1
      ? 'No more documents were found.'
      : 'Sorry, no document was found. Try other words, fewer of them, or all documents.';
  }
  if (similar) {
    return `Not every word occurs; ${hits.length === 1 ? 'this document has a similar one' : 'these documents have similar ones'}.`;
  }
  if (total === 1 && !more) return '1 document';
  const count = total.toLocaleString('en');
  return more ? `${count} documents or more` : `${count} documents`;
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

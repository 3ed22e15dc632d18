import type { SearchHit, SearchRequest, SearchResult } from '../../search/search.service.js';
import { hrefOf } from '../../documents/page-path.js';
import { filled, type Frame, frameOf } from './frame.js';
import { type Content, type Html, html } from './html.js';
import { layout, pager, searchForm } from './layout.js';
import { directionOf, languageName } from './locales.js';
import { NO_INDEX } from './message-page.js';
import type { Look } from './site.js';

/** Maximum number of languages, and of tags, that the page offers as filters. */
const MAX_CHOICES = 12;

export function searchPage(
  look: Look,
  locale: string,
  request: SearchRequest,
  result: SearchResult,
): string {
  const frame = frameOf(locale);
  const { words, attributes } = frame;
  const { hits, hasMore, page } = result;
  if (request.q === '') return startPage(look, locale, request);
  return layout({
    look,
    locale,
    title: `${request.q} – ${words.search}`,
    head: NO_INDEX,
    q: request.q,
    main: html`<div class="list" ${attributes}>
      <h1><span class="kind">${words.search}</span> <bdi>${request.q}</bdi></h1>
      ${within(request, frame)}
      <p class="found" role="status">${summary(result, frame)}</p>
      ${filters(request, result, frame)}
      <ol class="entries">
        ${hits.map(hit)}
      </ol>
      ${pager(
        {
          previous: page > 1 ? searchHref(request, page - 1) : undefined,
          next: hasMore ? searchHref(request, page + 1) : undefined,
        },
        words.pagesOfResults,
        frame,
      )}
    </div>`,
  });
}

/** Makes the page of a search without words: a search box, and how to search. */
function startPage(look: Look, locale: string, request: SearchRequest): string {
  const frame = frameOf(locale);
  const { words, attributes } = frame;
  const limits = (['locale', 'tag'] as const).map((name) => {
    const value = request[name];
    return value ? html`<input type="hidden" name="${name}" value="${value}" /> ` : undefined;
  });
  return layout({
    look,
    locale,
    title: words.search,
    head: NO_INDEX,
    q: null,
    main: html`<div class="list" ${attributes}>
      <h1>${words.search}</h1>
      ${within(request, frame)} ${searchForm(undefined, words, limits)}
      <p class="found">${words.searchHelp}</p>
      <p><a href="/">${words.newest}</a></p>
    </div>`,
  });
}

/** Says that the search is limited to a locale or tag, and links to a search of all documents. */
function within(request: SearchRequest, { words }: Frame): Html | undefined {
  const { locale, tag } = request;
  if (!locale && !tag) return undefined;
  return html`<p class="found">
    ${locale ? filled(words.onlyIn, { language: languageOf(locale) }) : undefined}
    ${tag ? filled(words.onlyTagged, { tag: html`<bdi>${tag}</bdi>` }) : undefined}
    <a href="${searchHref({ ...request, locale: null, tag: null }, 1)}">${words.searchAll}</a>
  </p>`;
}

const languageOf = (locale: string): Html =>
  html`<span lang="${locale}" dir="${directionOf(locale)}">${languageName(locale)}</span>`;

/** Links to the same search in one locale, or with one of the tags of the hits. */
function filters(
  request: SearchRequest,
  { hits, locales }: SearchResult,
  { words }: Frame,
): Html[] {
  const inLocale = locales
    .filter((locale) => locale !== request.locale)
    .slice(0, MAX_CHOICES)
    .map(
      (locale) =>
        html`<a href="${searchHref({ ...request, locale }, 1)}">${languageOf(locale)}</a> `,
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
    ...(hasChoice ? [html`<p class="found">${words.inLanguage} ${inLocale}</p>`] : []),
    ...(tags.length > 0 ? [html`<p class="found">${words.withTag} ${tags}</p>`] : []),
  ];
}

function summary(
  { hits, total, more, similar, page }: SearchResult,
  { words, language }: Frame,
): Content {
  if (hits.length === 0) return page > 1 ? words.noMore : words.noneFound;
  if (similar) return words.similar;
  return filled(words.count, { count: total.toLocaleString(language) + (more ? '+' : '') });
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

function searchHref({ q, locale, tag }: SearchRequest, page: number): string {
  const filter = { ...(locale !== null && { locale }), ...(tag !== null && { tag }) };
  const query = new URLSearchParams({ q, ...filter, page: String(page) });
  return `/search?${query}`;
}

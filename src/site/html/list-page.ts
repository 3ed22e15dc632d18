import { feedHref, listHref, type ListSubject } from '../../documents/list-path.js';
import { hrefOf } from '../../documents/page-path.js';
import { type ListedPage, updatedAt } from '../shown-page.js';
import { authorMark } from '../../documents/authors.js';
import { ENGLISH, type Frame, frameOf } from './frame.js';
import { type Content, type Html, html } from './html.js';
import { layout, pager } from './layout.js';
import { menuContents } from './menu-html.js';
import type { Menu } from '../menu.js';
import { day, directionOf, languageName } from './locales.js';
import { feedLink, type Site } from './site.js';

interface ListContent {
  readonly subject: ListSubject;
  /** Page number, from 1. */
  readonly page: number;
  /** The menu of the locale, which the list begins with; absent: the list has all documents. */
  readonly menu?: Menu | undefined;
  readonly entries: readonly ListedPage[];
  readonly hasMore: boolean;
  /** The locales that have documents; empty in the list of a tag. */
  readonly locales: readonly string[];
}

/** The media type of a card that describes an MCP server (contract 8). */
const CARD_TYPE = 'application/mcp-server-card+json';
/** The pages of tags are English, because a tag has no language. */
const FEED = 'Feed of this tag';

interface Opening {
  readonly locale: string;
  readonly title: string;
  readonly heading: Content;
}

/**
 * Makes a page of a list, newest documents first (contract 9). The list contains all documents, the documents of a
 * locale, or the documents with a tag.
 */
export function listPage(site: Site, list: ListContent): string {
  const { subject, page, menu, entries, hasMore, locales } = list;
  const { locale, title, heading } = openingOf(subject, menu !== undefined);
  const frame = frameOf(locale);
  const previous = page > 1 ? listHref(subject, page - 1) : undefined;
  const next = hasMore ? listHref(subject, page + 1) : undefined;
  const isStart = page === 1 && subject.kind !== 'tag';
  const about = isStart && subject.kind === 'all' && site.description;
  return layout({
    look: site.look,
    locale,
    title: page === 1 ? title : `${title} (${page})`,
    head: html`
      ${about && html`<meta name="description" content="${about}" />`}
      ${isStart && readersLink(site)}
      <link rel="canonical" href="${site.baseUrl + listHref(subject, page)}" />
      ${previous && html`<link rel="prev" href="${site.baseUrl + previous}" />`}
      ${next && html`<link rel="next" href="${site.baseUrl + next}" />`} ${feedLink(site, subject)}
    `,
    main: html`<div class="list">
      <header class="list-opening">
        <h1>${heading}</h1>
        ${about && html`<p class="about" dir="auto">${about}</p>`}
        ${languages(locales, subject, frame)}
        ${subject.kind === 'tag' && html`<p><a href="${feedHref(subject)}" type="application/atom+xml">${FEED}</a></p>`}
      </header>
      ${menu && page === 1 && menuContents(menu, frame)}
      ${menu && entries.length > 0 && html`<h2 class="more" ${frame.attributes}>${frame.words.more}</h2>`}
      ${
        entries.length === 0
          ? !menu && html`<p class="empty" ${frame.attributes}>${frame.words.nothingYet}</p>`
          : html`<ol class="entries">
              ${entries.map(entry)}
            </ol>`
      }
      ${pager({ previous, next }, frame.words.pagesOfList, frame)}
    </div>`,
    ...(isStart && { foot: readersFoot(site, frame) }),
  });
}

/** Names the endpoint for readers' assistants in the head of a start page (contract 8). */
export const readersLink = ({ baseUrl }: Site): Html =>
  html`<link rel="service-desc" type="${CARD_TYPE}" href="${baseUrl}/mcp/public/server-card" />`;

/** Names the endpoint for readers' assistants at the foot of a start page. */
export const readersFoot = ({ baseUrl }: Site, { words, attributes }: Frame): Html =>
  html`<span ${attributes}>${words.addToAssistant}</span>:
    <code dir="ltr">${baseUrl}/mcp/public</code>`;

function openingOf(subject: ListSubject, hasMenu: boolean): Opening {
  if (subject.kind === 'locale') {
    const { locale } = subject;
    const name = languageName(locale);
    const { words, attributes } = frameOf(locale);
    const heading = html`${!hasMenu && html`<span class="kind" ${attributes}>${words.newest}</span>`}
      <span dir="${directionOf(locale)}">${name}</span>`;
    return { locale, title: name, heading };
  }
  if (subject.kind === 'tag') {
    const { tag } = subject;
    const heading = html`<span class="kind">${ENGLISH.tagged}</span> <bdi>${tag}</bdi>`;
    return { locale: 'en', title: tag, heading };
  }
  return { locale: 'en', title: ENGLISH.newest, heading: ENGLISH.newest };
}

/** Links to the lists of all languages; `undefined` in the list of a tag, or if there is only one language. */
function languages(
  locales: readonly string[],
  subject: ListSubject,
  { words, attributes }: Frame,
): Html | undefined {
  if (subject.kind === 'tag' || locales.length < 2) return undefined;
  const current = subject.kind === 'locale' ? subject.locale : undefined;
  return html`<nav class="languages" ${attributes} aria-label="${words.languages}">
    <ul>
      ${locales.map((locale) => html`<li>${language(locale, locale === current)}</li>`)}
    </ul>
  </nav>`;
}

const language = (locale: string, isCurrent: boolean): Html =>
  html`<a
    href="${listHref({ kind: 'locale', locale })}"
    hreflang="${locale}"
    lang="${locale}"
    dir="${directionOf(locale)}"
    ${isCurrent && html`aria-current="page"`}
    >${languageName(locale)}</a
  >`;

function entry(page: ListedPage): Html {
  const { locale, title, description, author } = page;
  const { words, attributes } = frameOf(locale);
  const mark = authorMark(author.kind, words);
  return html`<li lang="${locale}" dir="${directionOf(locale)}">
    <h2><a href="${hrefOf(page)}">${title}</a></h2>
    ${description !== '' && html`<p>${description}</p>`}
    <p class="byline">
      ${day(updatedAt(page), locale)} <bdi>${author.name}</bdi>
      ${mark !== undefined && html`<span class="machine" ${attributes}>${mark}</span>`}
    </p>
  </li>`;
}

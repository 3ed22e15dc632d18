import { listHref } from '../list-path.js';
import type { ListedPage, ListSubject } from '../listed-page.js';
import { directionOf } from './direction.js';
import { entry } from './entry.js';
import { feedLink } from './feed-link.js';
import { type Content, html } from './html.js';
import { languageName } from './language-name.js';
import { languages } from './languages.js';
import { layout } from './layout.js';
import { pager } from './pager.js';
import type { Site } from './site.js';

/** One page of a list of the newest documents. */
export interface ListContent {
  readonly subject: ListSubject;
  /** From 1. */
  readonly page: number;
  readonly entries: readonly ListedPage[];
  readonly hasMore: boolean;
  /** Every locale that has documents. */
  readonly locales: readonly string[];
}

interface Opening {
  /** Of the page's own text. */
  readonly locale: string;
  readonly title: string;
  readonly heading: Content;
}

/** The newest documents: all, of a locale or of a tag (CONTRACT 9). */
export function listPage(site: Site, list: ListContent): string {
  const { subject, page, entries, hasMore, locales } = list;
  const { locale, title, heading } = openingOf(subject);
  const previous = page > 1 ? listHref(subject, page - 1) : undefined;
  const next = hasMore ? listHref(subject, page + 1) : undefined;
  return layout({
    siteName: site.name,
    locale,
    title: page === 1 ? title : `${title} (${page})`,
    head: html`
      <link rel="canonical" href="${site.baseUrl + listHref(subject, page)}" />
      ${previous && html`<link rel="prev" href="${site.baseUrl + previous}" />`}
      ${next && html`<link rel="next" href="${site.baseUrl + next}" />`} ${feedLink(site, subject)}
    `,
    main: html`<div class="list">
      <header class="list-opening">
        <h1>${heading}</h1>
        ${languages(locales, subject)}
      </header>
      ${
        entries.length === 0
          ? html`<p class="empty">Nothing has been published yet.</p>`
          : html`<ol class="entries">
              ${entries.map(entry)}
            </ol>`
      }
      ${pager({ previous, next }, 'Pages of this list')}
    </div>`,
  });
}

function openingOf(subject: ListSubject): Opening {
  if (subject.kind === 'locale') {
    const { locale } = subject;
    const name = languageName(locale);
    const heading = html`<span class="kind" lang="en">Newest documents</span>
      <span dir="${directionOf(locale)}">${name}</span>`;
    return { locale, title: name, heading };
  }
  if (subject.kind === 'tag') {
    const { tag } = subject;
    const heading = html`<span class="kind">Documents tagged</span> <bdi>${tag}</bdi>`;
    return { locale: 'en', title: tag, heading };
  }
  return { locale: 'en', title: 'Newest documents', heading: 'Newest documents' };
}

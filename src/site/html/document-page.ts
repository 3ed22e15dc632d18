import { hrefOf } from '../page-path.js';
import type { ReleasedPage } from '../released-page.entity.js';
import { contents } from './contents.js';
import { facts } from './facts.js';
import { Html, html } from './html.js';
import { layout } from './layout.js';
import { sources } from './sources.js';

/** Where and under what name the site stands. */
export interface Site {
  /** SITE_NAME. */
  readonly name: string;
  /** PUBLIC_BASE_URL: the beginning of every absolute address. */
  readonly baseUrl: string;
}

/** The page of a released document (CONTRACT 9). */
export function documentPage(site: Site, page: ReleasedPage): string {
  return layout({
    siteName: site.name,
    locale: page.locale,
    title: page.title,
    head: html`
      ${page.description !== '' && html`<meta name="description" content="${page.description}" />`}
      <meta name="author" content="${page.authorName}" />
      <link rel="canonical" href="${site.baseUrl + hrefOf(page)}" />
      <link
        rel="alternate"
        type="text/markdown"
        title="Markdown"
        href="${site.baseUrl + hrefOf(page, 'markdown')}"
      />
    `,
    main: html`
      <article class="document">
        <header class="opening">
          <h1>${page.title}</h1>
          ${page.description !== '' && html`<p class="description">${page.description}</p>`}
          ${facts(page)}
        </header>
        ${contents(page.headings)}
        <div class="content">${new Html(page.html)}</div>
        <footer class="closing">
          ${sources(page.sources)}
          <p lang="en" dir="ltr">
            <a href="${hrefOf(page, 'markdown')}">This document as Markdown</a>
          </p>
        </footer>
      </article>
    `,
  });
}

import { hrefOf } from '../page-path.js';
import type { ShownPage } from '../shown-page.js';
import { alternates } from './alternates.js';
import { contents } from './contents.js';
import { facts } from './facts.js';
import { feedLink } from './feed-link.js';
import { Html, html } from './html.js';
import { jsonLd } from './json-ld.js';
import { layout } from './layout.js';
import { openGraph } from './open-graph.js';
import type { Site } from './site.js';
import { sources } from './sources.js';

/** The page of a released document (CONTRACT 9). */
export function documentPage(site: Site, page: ShownPage): string {
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
      ${feedLink(site, { kind: 'all' })} ${alternates(site, page)} ${openGraph(site, page)}
      ${jsonLd(site, page)}
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

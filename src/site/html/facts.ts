import type { ShownPage } from '../shown-page.js';
import { listHref } from '../list-path.js';
import { isMachine } from './author-kind.js';
import { day } from './day.js';
import { type Html, html } from './html.js';

/** Who wrote a document, when it was published and changed, in which version, under which tags. */
export function facts(page: ShownPage): Html {
  return html`<dl class="facts" lang="en">
    <div>
      <dt>Author</dt>
      <dd>
        <bdi lang="${page.locale}">${page.authorName}</bdi>
        ${isMachine(page.authorKind) && html`<span class="machine">Machine-written</span>`}
      </dd>
    </div>
    <div>
      <dt>Published</dt>
      <dd>${day(page.firstPublishedAt, page.locale)}</dd>
    </div>
    <div>
      <dt>Changed</dt>
      <dd>${day(page.publishedAt, page.locale)}</dd>
    </div>
    <div>
      <dt>Version</dt>
      <dd>${page.version}</dd>
    </div>
    ${page.tags.length > 0 && tags(page)}
  </dl>`;
}

function tags({ tags: names, locale }: ShownPage): Html {
  return html`<div>
    <dt>Tags</dt>
    <dd>
      <ul class="tags" lang="${locale}">
        ${names.map((name) => html`<li><a href="${listHref({ kind: 'tag', tag: name })}" dir="auto">${name}</a></li>`)}
      </ul>
    </dd>
  </div>`;
}

import type { ReleasedPage } from '../released-page.entity.js';
import { isMachine } from './author-kind.js';
import { type Html, html } from './html.js';

/** Who wrote a document, when it was published and changed, in which version, under which tags. */
export function facts(page: ReleasedPage): Html {
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
      <dd>${day(page.firstPublishedAt)}</dd>
    </div>
    <div>
      <dt>Changed</dt>
      <dd>${day(page.publishedAt)}</dd>
    </div>
    <div>
      <dt>Version</dt>
      <dd>${page.version}</dd>
    </div>
    ${page.tags.length > 0 && tags(page)}
  </dl>`;
}

/** Year, month and day (UTC) as every language reads them (ISO 8601). */
function day(time: Date): Html {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function tags({ tags: names, locale }: ReleasedPage): Html {
  return html`<div>
    <dt>Tags</dt>
    <dd>
      <ul class="tags" lang="${locale}">
        ${names.map((name) => html`<li dir="auto">${name}</li>`)}
      </ul>
    </dd>
  </div>`;
}

import { isAi, MACHINE_MADE } from './authors.js';
import { type ArticleContent, documentArticle } from './document-article.js';
import { documentSources, publisher } from './document-page.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';
import { NO_INDEX } from './message-page.js';
import { previewBanner, type PreviewStanding } from './preview-banner.js';

export interface PreviewedRevision extends ArticleContent {
  readonly sources: readonly string[];
}

const toChanges = ({ href }: PreviewStanding): Html =>
  html`<a href="${href}/changes">What differs from what is public</a>`;

/** Makes the page of a preview: a banner, then the revision as readers will see it after a release (contract 9). */
export function previewPage(
  siteName: string,
  revision: PreviewedRevision,
  standing: PreviewStanding,
): string {
  const { locale, title, sources } = revision;
  const { accountName } = standing;
  return layout({
    siteName,
    locale,
    title: `Preview: ${title}`,
    head: previewHead(revision),
    main: html`<div class="sheet">
      ${previewBanner(standing, toChanges(standing))} ${documentArticle(revision)}
      <footer class="closing">
        ${documentSources(sources, locale)} ${publisher(accountName, locale)}
      </footer>
    </div>`,
  });
}

/**
 * Makes the head of the preview. The head has the same description and author as the released page, and `noindex`. The
 * head does not link to the released page.
 */
const previewHead = ({ description, authorName, authorKind }: PreviewedRevision): Html => html`
  ${NO_INDEX} ${description !== '' && html`<meta name="description" content="${description}" />`}
  <meta name="author" content="${authorName}" />
  ${isAi(authorKind) && html`<meta name="digital-source-type" content="${MACHINE_MADE}" />`}
`;

/** Makes the page of a preview whose revision cannot be rendered. `reason` is a whole sentence. */
export function previewFaultPage(
  siteName: string,
  title: string,
  reason: string,
  standing: PreviewStanding,
): string {
  return layout({
    siteName,
    locale: standing.locale,
    title: `Preview: ${title}`,
    head: NO_INDEX,
    main: html`<div class="sheet">
      ${previewBanner(standing, toChanges(standing))}
      <div class="message" lang="en" dir="ltr">
        <h1>This revision cannot be shown</h1>
        <p>${reason} A release of it would fail for the same reason.</p>
      </div>
    </div>`,
  });
}

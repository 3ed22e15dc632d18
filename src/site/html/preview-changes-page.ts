import { html, type Html } from './html.js';
import { layout } from './layout.js';
import type { Look } from './site.js';
import { NO_INDEX } from './message-page.js';
import { previewBanner, type PreviewStanding } from './preview-page.js';
import { visibleText } from './visible-text.js';

export interface PreviewChanges {
  readonly title: string;
  /** Why the revision was made; may be empty. */
  readonly changeNote: string;
  /** The places that differ. */
  readonly list: Html;
  /** The article with its changes marked. */
  readonly article: Html;
}

/** Makes the page with the differences between the public and the previewed revision (contract 9). */
export function previewChangesPage(
  look: Look,
  { title, changeNote, list, article }: PreviewChanges,
  standing: PreviewStanding,
): string {
  const { locale, href } = standing;
  return layout({
    look,
    locale,
    title: `Changes: ${title}`,
    head: NO_INDEX,
    main: html`<div class="comparison" lang="en" dir="ltr">
      ${previewBanner(standing, html`<a href="${href}">The revision as it will look</a>`)}
      <h1>Changes in <bdi lang="${locale}">${visibleText(title)}</bdi></h1>
      ${changeNote !== '' && html`<p>Why: <bdi lang="${locale}">${visibleText(changeNote)}</bdi></p>`}
      ${list} ${article}
    </div>`,
  });
}

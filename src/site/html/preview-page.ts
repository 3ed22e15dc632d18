import type { DocumentFields } from '../../documents/document.js';
import { type ArticleContent, documentArticle, sheetClass } from './document-article.js';
import { deskLanguage } from './desk-words.js';
import { authorship } from './document-head.js';
import { documentSources, publisher } from './document-page.js';
import { type Html, html, piece, type Pieces, withPieces } from './html.js';
import { layout } from './layout.js';
import type { Look } from './site.js';
import { NO_INDEX } from './message-page.js';
import { visibleText } from './visible-text.js';
import { warningList } from './warning-list.js';
import { hrefOf } from '../../documents/page-path.js';
import type { WarningDto } from '../../warnings/warning.dto.js';

interface PreviewedRevision extends ArticleContent {
  readonly sources: readonly string[];
}

const toChanges = ({ href }: PreviewStanding): Html =>
  html`<a href="${href}/changes">What differs from what is public</a>`;

/** Makes the page of a preview: a banner, the warnings, then the revision as readers will see it after a release (contract 9). */
export function previewPage(
  look: Look,
  revision: PreviewedRevision,
  standing: PreviewStanding,
  warnings: readonly WarningDto[] | null,
): string {
  const { locale, title, sources } = revision;
  const { accountName } = standing;
  return layout({
    look,
    locale,
    title: `Preview: ${title}`,
    head: html`${NO_INDEX} ${authorship(revision)}`,
    main: html`<div class="${sheetClass(revision)}">
      ${previewBanner(standing, toChanges(standing))}
      ${warningList(warnings, deskLanguage('en'), ({ message, nextStep }) => `${message} ${nextStep}`)}
      ${documentArticle(revision)}
      <footer class="closing">
        ${documentSources(sources, locale)} ${publisher(accountName, locale)}
      </footer>
    </div>`,
  });
}

/** Makes the page of a preview whose revision cannot be rendered. `reason` is a whole sentence. */
export function previewFaultPage(
  look: Look,
  title: string,
  reason: string,
  standing: PreviewStanding,
): string {
  return layout({
    look,
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

/** Makes the page with the differences between the public and the previewed revision (contract 9). */
export function previewChangesPage(
  look: Look,
  { title, changeNote, ...made }: Pick<DocumentFields, 'title' | 'changeNote'> & Pieces,
  standing: PreviewStanding,
): Buffer {
  const { locale, href } = standing;
  const page = layout({
    look,
    locale,
    title: `Changes: ${title}`,
    head: NO_INDEX,
    main: html`<div class="comparison" lang="en" dir="ltr">
      ${previewBanner(standing, html`<a href="${href}">The revision as it will look</a>`)}
      <h1>Changes in <bdi lang="${locale}">${visibleText(title)}</bdi></h1>
      ${changeNote !== '' && html`<p>Why: <bdi lang="${locale}">${visibleText(changeNote)}</bdi></p>`}
      ${piece('list')} ${piece('article')}
    </div>`,
  });
  return withPieces(page, made);
}

/** The facts about the previewed and the public revision that the banner shows. */
export interface PreviewStanding {
  readonly locale: string;
  readonly slug: string;
  readonly accountName: string;
  readonly revision: number;
  /** `null` if no revision is public. */
  readonly publishedVersion: number | null;
  /** When the operator withdrew the document, or gave its place to another one, RFC 3339; `null`: neither. */
  readonly withdrawnAt: string | null;
  /** What the operator tells readers about the withdrawal, as plain text. */
  readonly notice: string | null;
  /** Whether the address of the document leads to the document that took its place. */
  readonly isSuperseded: boolean;
  /** The time from which the address of the preview answers 404. */
  readonly end: Date;
  /** The preview's own path, `/preview/{token}`. */
  readonly href: string;
}

/**
 * Shows whether the previewed revision is public, and when the address of the preview ends.
 * @param other link to the other page of the preview
 */
function previewBanner(standing: PreviewStanding, other: Html): Html {
  const { publishedVersion, end, notice, locale, isSuperseded } = standing;
  return html`<section class="preview" aria-label="Preview" lang="en" dir="ltr">
    <p><strong>${standingOf(standing)}</strong></p>
    ${notice !== null && html`<p>Readers are told: <q lang="${locale}" dir="auto">${notice}</q></p>`}
    <p>
      ${other}
      ${publishedVersion !== null && html`· <a href="${hrefOf(standing)}">The public page</a>`}
      ${isSuperseded && html`· <a href="${hrefOf(standing)}">The document in its place</a>`} · This
      address ends on
      <time datetime="${end.toISOString()}">${minutes(end)}</time>.
    </p>
  </section>`;
}

const minutes = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function standingOf(standing: PreviewStanding): string {
  const { revision, publishedVersion, withdrawnAt, isSuperseded } = standing;
  if (publishedVersion === revision) return `Revision ${revision} is public.`;
  if (publishedVersion === null && withdrawnAt !== null) {
    const what = isSuperseded
      ? 'another document took the place of this one'
      : 'an operator withdrew the document';
    return `Revision ${revision}, not public; ${what} on ${minutes(new Date(withdrawnAt))}.`;
  }
  return publishedVersion === null
    ? `Revision ${revision}, not public; nothing is released.`
    : `Revision ${revision}, not public; revision ${publishedVersion} is released.`;
}

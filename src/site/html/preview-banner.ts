import { hrefOf } from '../page-path.js';
import { type Html, html } from './html.js';

/** The facts about the previewed and the public revision that the banner shows. */
export interface PreviewStanding {
  readonly locale: string;
  readonly slug: string;
  readonly accountName: string;
  readonly revision: number;
  /** `null` if no revision is public. */
  readonly publishedVersion: number | null;
  /** When the operator withdrew the document, RFC 3339; `null` if it is not withdrawn. */
  readonly withdrawnAt: string | null;
  /** The time from which the address of the preview answers 404. */
  readonly end: Date;
  /** The preview's own path, `/preview/{token}`. */
  readonly href: string;
}

/**
 * Shows whether the previewed revision is public, and when the address of the preview ends.
 * @param other link to the other page of the preview
 */
export function previewBanner(standing: PreviewStanding, other: Html): Html {
  const { publishedVersion, end } = standing;
  return html`<section class="preview" aria-label="Preview" lang="en" dir="ltr">
    <p><strong>${standingOf(standing)}</strong></p>
    <p>
      ${other}
      ${publishedVersion !== null && html`· <a href="${hrefOf(standing)}">The public page</a>`} ·
      This address ends on
      <time datetime="${end.toISOString()}">${minutes(end)}</time>.
    </p>
  </section>`;
}

const minutes = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function standingOf({ revision, publishedVersion, withdrawnAt }: PreviewStanding): string {
  if (publishedVersion === revision) return `Revision ${revision} is public.`;
  if (publishedVersion === null && withdrawnAt !== null) {
    return `Revision ${revision}, not public; an operator withdrew the document on ${minutes(new Date(withdrawnAt))}.`;
  }
  return publishedVersion === null
    ? `Revision ${revision}, not public; nothing is released.`
    : `Revision ${revision}, not public; released is revision ${publishedVersion}.`;
}

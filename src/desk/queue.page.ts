import type { ApprovedVia } from '../documents/release-facts.js';
import type { DecidedRow, WaitingRow } from '../reviews/decision-rows.js';
import { type Content, type Html, html } from '../site/html/html.js';
import { frameOf } from '../site/html/frame.js';
import { pager } from '../site/html/layout.js';
import { deskLayout, moment, program as programOf, signedIn } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

/** A revision that waits for a decision. `lines` is `null` if the lines were not counted within the time limit. */
export interface Waiting extends WaitingRow {
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

export interface Queue {
  /** Page number, from 1. */
  readonly page: number;
  readonly waiting: readonly Waiting[];
  readonly hasMore: boolean;
  readonly lately: readonly DecidedRow[];
}

/**
 * Makes the page with the revisions that wait for a decision, longest wait first, and with the last decisions
 * (contract 13).
 */
export function queuePage(siteName: string, session: Session, queue: Queue): string {
  const { page, waiting, hasMore, lately } = queue;
  const links = {
    previous: page > 1 ? `/desk?page=${page - 1}` : undefined,
    next: hasMore ? `/desk?page=${page + 1}` : undefined,
  };
  return deskLayout(
    siteName,
    'What waits for a decision',
    html`<div class="desk">
      ${signedIn(session)}
      <h1>What waits for a decision</h1>
      ${
        waiting.length === 0
          ? html`<p>${page === 1 ? 'Nothing waits.' : 'Nothing is on this page.'}</p>`
          : html`<ol class="entries">
              ${waiting.map(entry)}
            </ol>`
      }
      ${pager(links, 'Pages of what waits', frameOf('en'))}
      <h2>Decided lately</h2>
      ${
        lately.length === 0
          ? html`<p>Nothing yet.</p>`
          : html`<ul class="entries">
              ${lately.map(decided)}
            </ul>`
      }
    </div>`,
  );
}

function entry(row: Waiting): Html {
  const { id, locale, slug, version, title, changeNote, authorName, keyName, client } = row;
  return html`<li>
    <h2><a href="/desk/${id}" lang="${locale}" dir="auto">${title}</a></h2>
    ${changeNote !== '' && html`<p class="note" dir="auto">${changeNote}</p>`}
    <p class="about">
      <bdi>/${locale}/${slug}</bdi> · version ${version}, ${standing(row)} · ${changed(row.lines)}
      by
      <bdi>${authorName}</bdi
      >${keyName !== null && html` (key <bdi>${keyName}</bdi>${programOf(client)})`} · since
      ${moment(row.since)}
    </p>
    ${row.approvedBy.length > 0 && html`<p class="about">Approved so far by ${row.approvedBy.map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)}</p>`}
  </li>`;
}

const standing = ({ publishedVersion }: WaitingRow): string =>
  publishedVersion === null ? 'nothing is public' : `public is version ${publishedVersion}`;

const changed = (lines: Waiting['lines']): Content =>
  lines !== null && html`${lines.added} lines added, ${lines.removed} removed · `;

export function decided({
  id,
  version,
  title,
  locale,
  outcome,
  by,
  via,
  program,
  note,
  at,
  keyName,
}: DecidedRow): Html {
  const whom =
    by === null ? html`key <bdi>${keyName ?? 'of an operator'}</bdi>` : html`<bdi>${by}</bdi>`;
  return html`<li>
    <p>
      <a href="/desk/${id}" lang="${locale}" dir="auto">${title}</a>, version ${version}:
      ${OUTCOMES[outcome]} by ${whom}${via !== null && html` ${confirmed(via, program)}`},
      ${moment(at)}
    </p>
    ${note !== '' && html`<p class="note value" dir="auto">${note}</p>`}
  </li>`;
}

const OUTCOMES = { released: 'released', returned: 'sent back', approved: 'approved' } as const;

/**
 * Says how a decision was confirmed, and who says so.
 * @param stated name that the client program states; `null` if it states none
 */
export function confirmed(via: ApprovedVia, stated: string | null): Content {
  if (via === 'desk') return 'at the desk';
  if (via === 'key') return 'as stated by the client';
  const where = stated === null ? 'an assistant' : html`<bdi>${stated}</bdi>`;
  return html`(confirmed in ${where}, as its host says)`;
}

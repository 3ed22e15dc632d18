import type { RevisionHistoryDto } from '../publications/dto/revision-history.dto.js';
import type { MadeComparison } from '../previews/preview-tasks.js';
import { documentSources } from '../site/html/document-page.js';
import { confirmation, filled } from '../site/html/frame.js';
import { type Content, type Html, html, piece, withPieces } from '../site/html/html.js';
import { approvalsSoFar } from './approvals.js';
import { visibleText } from '../site/html/visible-text.js';
import { warningList } from '../site/html/warning-list.js';
import { hrefOf } from '../documents/page-path.js';
import { versionHref } from '../documents/version-path.js';
import { deskLayout, type DeskText } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';
import {
  canBeReleased,
  type Decidable,
  decisionBar,
  isPublic,
  type Publication,
} from './decision-bar.js';
import { type DeskNotes, notesOn } from './noted.js';

interface DeskDocument extends Decidable {
  readonly notes: DeskNotes;
  /** The revision that was sent back before, and the differences from it; `null` if there is none. */
  readonly returned: ReturnedBefore | null;
  /** What a decision a moment ago brought about; `undefined` if the page was opened otherwise. */
  readonly outcome: Html | undefined;
}

interface ReturnedBefore {
  readonly revision: RevisionHistoryDto;
  /** `null` if they were not ready within the time limit. */
  readonly changes: MadeComparison | null;
}

/**
 * Makes the page of a document (contract 13): what changed, the article with its changes marked, the history, and the
 * forms for the decision.
 */
export function documentPage(
  siteName: string,
  session: Session,
  document: DeskDocument,
  text: DeskText,
): Buffer {
  const { publication, changes, returned, outcome } = document;
  const { locale, title, sources, version, history = [] } = publication;
  const { words, language } = text;
  const page = deskLayout(
    siteName,
    title,
    html`<div class="desk comparison">
      ${text.signedIn(session)} ${outcome}
      <h1 lang="${locale}" dir="auto">${visibleText(title)}</h1>
      ${standing(publication, text)} ${origin(history[0], locale, text)}
      ${canBeReleased(publication) && approvalsSoFar(publication, session, text)}
      <section aria-labelledby="desk-changes">
        <h2 id="desk-changes">
          ${isPublic(publication) ? filled(words.whatChanged, { version }) : words.whatChanges}
        </h2>
        ${changes ? piece('list') : tooLate(words)}
      </section>
      ${returned !== null && sinceReturned(document, returned, text)}
      ${warningList(publication.warnings ?? null, text, ({ code }) => words[code])}
      ${notesOn(publication, document.notes, session, text)}
      ${
        changes !== null &&
        html`<section aria-labelledby="desk-look">
          <h2 id="desk-look">${words.asReaders}</h2>
          ${piece('article')}
        </section>`
      }
      ${sources.length === 0 ? html`<p>${words.noSources}</p>` : documentSources(sources, language)}
      <section aria-labelledby="desk-history">
        <h2 id="desk-history">${words.history}</h2>
        <ol class="entries">
          ${history.map((one) => revision(one, publication, text))}
        </ol>
      </section>
      ${decisionBar(document, session, text)}
    </div>`,
    language,
  );
  return withPieces(page, { ...changes, returned: returned?.changes?.list });
}

/** Makes the page with the differences between a version and an older one. */
export function versionPage(
  siteName: string,
  session: Session,
  {
    publication,
    version,
    changes,
  }: Pick<Decidable, 'publication' | 'changes'> & { readonly version: number },
  text: DeskText,
): Buffer {
  const { id, locale, title } = publication;
  const { words, language } = text;
  const page = deskLayout(
    siteName,
    title,
    html`<div class="desk comparison">
      ${text.signedIn(session)}
      <p><a href="/desk/${id}" lang="${locale}" dir="auto">${visibleText(title)}</a></p>
      <h1>${filled(words.whatChanged, { version })}</h1>
      ${changes ? html`${piece('list')} ${piece('article')}` : tooLate(words)}
    </div>`,
    language,
  );
  return withPieces(page, { ...changes });
}

const tooLate = (words: DeskText['words']): Html =>
  html`<p role="alert"><strong>${words.tookTooLong}</strong></p>`;

function standing(publication: Publication, text: DeskText): Html {
  const { state, publishedVersion, returned, withdrawn, publishError } = publication;
  const { words } = text;
  return html`<div class="said" role="status">
    <p>
      <strong>${returned === null ? words[STANDING[state]] : words.isReturned}</strong>
      ${readersSee(publishedVersion, text)}
      ${publishedVersion !== null && html`<a href="${hrefOf(publication)}">${words.publicPage}</a>`}
    </p>
    ${withdrawn !== null && withdrawal(withdrawn, publication, text)}
    ${returned !== null && sentBack(returned, text)}
    ${
      publishError !== null &&
      html`<p>
        ${filled(publishError.code === 'index_failed' ? words.indexFailed : words.releaseFailed, {
          version: publishError.version,
          message: html`<span lang="en" dir="ltr">${publishError.message}</span>`,
        })}
      </p>`
    }
  </div>`;
}

/** Says when a document was withdrawn, what readers are told, and that its address leads to another document. */
const withdrawal = (
  { at, notice, supersededBy }: NonNullable<Publication['withdrawn']>,
  publication: Publication,
  text: DeskText,
): Html =>
  html`<p>
      ${filled(text.words.withdrawn, { time: text.moment(at) })}
      ${supersededBy !== undefined && html`→ <a href="${hrefOf(publication)}">${text.words.publicPage}</a>`}
    </p>
    ${notice !== undefined && html`<p class="note" lang="${publication.locale}" dir="auto">${visibleText(notice)}</p>`}`;

const STANDING = {
  draft: 'isDraft',
  review: 'waits',
  publishing: 'isReleasing',
  published: 'isReleased',
} as const;

const readersSee = (publishedVersion: number | null, { words }: DeskText): Content =>
  publishedVersion === null
    ? words.readersSeeNothing
    : filled(words.readersSee, { version: publishedVersion });

const sentBack = (
  { by, at, note }: { readonly by: string; readonly at: string; readonly note: string },
  text: DeskText,
): Html =>
  html`<p>
      ${filled(text.words.returned, { name: html`<bdi>${by}</bdi>`, time: text.moment(at) })}
    </p>
    ${note !== '' && html`<p class="note value" dir="auto">${visibleText(note)}</p>`}`;

const correctedByName = (name: string, words: DeskText['words']): Html =>
  filled(words.correctedBy, { name: html`<bdi>${name}</bdi>` });

/** Shows version, author, client, time and change note of the newest revision. */
function origin(newest: RevisionHistoryDto | undefined, locale: string, text: DeskText): Content {
  if (!newest) return undefined;
  const { version, author, client, correctedBy, createdAt, changeNote = '' } = newest;
  return html`<p class="about">
      ${text.version(version)}${author && html` · ${text.writer(author.name, client)}`}${correctedBy !== null && html` · ${correctedByName(correctedBy, text.words)}`}
      · ${text.moment(createdAt)}
    </p>
    ${
      changeNote !== '' &&
      html`<p class="note" lang="${locale}" dir="auto">${visibleText(changeNote)}</p>`
    }`;
}

/** Shows what changed since the version that was sent back, and the note with which it was sent back. */
function sinceReturned(
  { publication }: DeskDocument,
  { revision: { version, returned }, changes }: ReturnedBefore,
  text: DeskText,
): Html {
  const { words } = text;
  return html`<section aria-labelledby="desk-returned">
    <h2 id="desk-returned">${filled(words.sinceReturned, { version })}</h2>
    ${sentBack(returned!, text)} ${changes ? piece('returned') : tooLate(words)}
    <p>
      <a href="${differenceHref(publication.id, publication.version, version)}"
        >${filled(words.everyDifference, { version })}</a
      >
    </p>
  </section>`;
}

/** Returns the address of the page with the differences between two versions of a document. */
export const differenceHref = (id: string, version: number, since: number): string =>
  `/desk/${id}/versions/${version}?since=${since}`;

/** Shows a version of the history, with links to what it changed and to its page if it was released. */
function revision(one: RevisionHistoryDto, publication: Publication, text: DeskText): Html {
  const { version, title, changeNote = '', author, client, createdAt, publishedAt, returned } = one;
  const { approvedBy, approvedVia, approvedIn, correctedBy, erased } = one;
  const { words } = text;
  const { id, locale } = publication;
  const approval =
    approvedBy !== null &&
    html`, ${filled(words.approvedBy, { name: html`<bdi>${approvedBy}</bdi>` })}
    (${confirmation(approvedVia, approvedIn, words)})`;
  const releasedOn =
    publishedAt !== null && filled(words.releasedOn, { time: text.moment(publishedAt) });
  return html`<li>
    <p>
      <strong>${text.version(version)}</strong
      >${title !== undefined && html` · <bdi lang="${locale}">${visibleText(title)}</bdi>`}
    </p>
    <p class="about">
      ${author && html`${text.writer(author.name, client)} · `}${correctedBy !== null && html`${correctedByName(correctedBy, words)} · `}${text.moment(createdAt)}${
        !erased &&
        html` ·
          <a href="/desk/${id}/versions/${version}">${filled(words.whatChanged, { version })}</a>`
      }
    </p>
    ${
      erased &&
      html`<p>
        ${filled(words.erased, { time: text.moment(erased.at), reason: html`<bdi>${erased.reason}</bdi>` })}
      </p>`
    }
    ${changeNote !== '' && html`<p class="note" lang="${locale}" dir="auto">${visibleText(changeNote)}</p>`}
    ${
      releasedOn !== false &&
      html`<p>
        ${erased ? releasedOn : html`<a href="${versionHref(publication, version)}">${releasedOn}</a>`}${approval}
      </p>`
    }
    ${returned !== null && sentBack(returned, text)}
  </li>`;
}

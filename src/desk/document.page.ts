import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import type { RevisionHistoryDto } from '../publications/dto/revision-history.dto.js';
import type { Unrenderable } from '../previews/previewed-revisions.service.js';
import { documentSources } from '../site/html/document-page.js';
import { type Content, type Html, html } from '../site/html/html.js';
import { approvalsSoFar, partOf } from './approvals.js';
import { deskLayout, moment, program, signedIn } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';
import { confirmed } from './queue.page.js';

export interface DeskDocument {
  readonly publication: Pick<PublicationViewDto, keyof PublicationViewDto>;
  /** HTML of the changes, in UTF-8; `null` if the HTML was not ready within the time limit. */
  readonly changes: Buffer | null;
  /** HTML of the article, in UTF-8; `null` if the HTML was not ready within the time limit. */
  readonly look: Buffer | Unrenderable | null;
  /** The document, other than this one, that has waited longest; `null` if no other document waits for a decision. */
  readonly next: { readonly id: string; readonly title: string; readonly locale: string } | null;
  /** An idempotency key for each form, so that a form that is sent twice acts only once. */
  readonly keys: { readonly release: string; readonly sendBack: string };
}

/**
 * Makes the page of a document (contract 13). The page shows changes, article and origin of the working revision, the
 * history of the document, and the forms for the decision. Worker threads make the HTML of changes and article. This
 * HTML can have 8 million characters, so it is put into the page as bytes.
 */
export function documentPage(siteName: string, session: Session, document: DeskDocument): Buffer {
  const { changes, look } = document;
  const page = framePage(siteName, session, document);
  const parts = page.split(PLACES).map((part) => {
    if (part === CHANGES.text) return changes!;
    return part === ARTICLE.text ? (look as Buffer) : Buffer.from(part);
  });
  return Buffer.concat(parts);
}

/**
 * Placeholders for the HTML bytes. The template escapes values, so text that a client wrote contains no placeholder.
 */
const CHANGES = html`<!--changes-->`;
const ARTICLE = html`<!--article-->`;
const PLACES = /(<!--(?:changes|article)-->)/;

function framePage(siteName: string, session: Session, document: DeskDocument): string {
  const { publication, changes, look, next } = document;
  const { id, locale, title, sources, history = [] } = publication;
  return deskLayout(
    siteName,
    `Decide: ${title}`,
    html`<div class="desk comparison">
      ${signedIn(session)}
      <h1 lang="${locale}" dir="auto">${title}</h1>
      ${standing(publication)} ${origin(history[0])}
      ${next !== null && html`<p>Next: <a href="/desk/${next.id}" lang="${next.locale}" dir="auto">${next.title}</a></p>`}
      <section aria-labelledby="desk-changes">
        <h2 id="desk-changes">What it changes for readers</h2>
        ${
          changes === null
            ? html`<p>Comparing the versions took too long. Load the page again in a moment.</p>`
            : html`<div lang="${locale}">${CHANGES}</div>`
        }
      </section>
      <section aria-labelledby="desk-look">
        <h2 id="desk-look">How it will look</h2>
        ${looks(look, locale)}
      </section>
      ${sources.length === 0 ? html`<p>It has no sources.</p>` : documentSources(sources, 'en')}
      <section aria-labelledby="desk-history">
        <h2 id="desk-history">History</h2>
        <ol class="entries">
          ${history.map(revision)}
        </ol>
      </section>
      ${canBeReleased(publication) && html`${approvalsSoFar(publication, session)} ${decision(document, session, id)}`}
    </div>`,
  );
}

function standing({
  version,
  state,
  publishedVersion,
  returned,
  withdrawn,
  publishError,
}: DeskDocument['publication']): Html {
  return html`<div class="said" role="status">
    <p>
      <strong
        >${returned === null ? STANDING[state] : SENT_BACK} ${readersSee(publishedVersion)}</strong
      >
    </p>
    ${withdrawn !== null && html`<p>An operator withdrew the document, ${moment(withdrawn.at)}.</p>`}
    ${
      returned !== null &&
      html`<p>
          Version ${version} was sent back by <bdi>${returned.by}</bdi>, ${moment(returned.at)}:
        </p>
        <p class="note value" dir="auto">${returned.note}</p>`
    }
    ${publishError !== null && html`<p>${publishError.code === 'index_failed' ? 'The indexing' : 'The release'} of version ${publishError.version} failed: ${publishError.message}</p>`}
  </div>`;
}

/** Says which version of a document is public. */
const readersSee = (publishedVersion: number | null): string =>
  publishedVersion === null
    ? 'Readers see nothing of it.'
    : `Readers see version ${publishedVersion}.`;

const SENT_BACK = 'This version was sent back.';

const STANDING = {
  draft: 'This version is a draft: it is not offered for review.',
  review: 'This version waits for a decision.',
  publishing: 'A version is being released.',
  published: 'This version is released.',
} as const;

/** Whether a publish can be accepted. A public version whose indexing failed can be published again (contract 3). */
const canBeReleased = ({ state, ...publication }: DeskDocument['publication']): boolean =>
  state !== 'publishing' && (!isPublic(publication) || publication.publishError !== null);

const isPublic = ({
  version,
  publishedVersion,
}: Pick<DeskDocument['publication'], 'version' | 'publishedVersion'>): boolean =>
  version === publishedVersion;

/** The time of the last release of the newest revision; empty if it was never released, even if it is not public now. */
const releasedAt = (history: PublicationViewDto['history'] = []): string =>
  history[0]?.publishedAt ?? '';

/** Shows author, time, key, channel, client and change note of the newest revision. */
function origin(newest: RevisionHistoryDto | undefined): Content {
  if (!newest) return undefined;
  const { version, author, keyId, client, channel, createdAt, changeNote = '' } = newest;
  return html`<p>
      Version ${version}${author && html` by <bdi>${author.name}</bdi> (${author.kind})`},
      ${moment(createdAt)}${
        keyId !== null && html`, key <bdi>${keyId}</bdi>`
      }${channel !== null && `, over ${channel}`}${program(client)}.
    </p>
    ${changeNote !== '' && html`<p class="note" dir="auto">${changeNote}</p>`}`;
}

function looks(look: DeskDocument['look'], locale: string): Html {
  if (look === null)
    return html`<p>This takes too long to show. Load the page again in a moment.</p>`;
  return Buffer.isBuffer(look)
    ? html`<details>
        <summary>Show the article</summary>
        <div class="sheet" lang="${locale}">${ARTICLE}</div>
      </details>`
    : html`<p>
        It cannot be shown: ${look.reason} A release of it would fail for the same reason.
      </p>`;
}

function revision(one: RevisionHistoryDto): Html {
  const {
    version,
    title,
    changeNote = '',
    author,
    createdAt,
    publishedAt,
    approvedBy,
    approvedVia,
    approvedIn,
    returned,
    erased,
  } = one;
  return html`<li>
    <p>
      Version
      ${version}${title !== undefined && html`, <bdi>${title}</bdi>`}${
        author && html`, by <bdi>${author.name}</bdi>`
      },
      ${moment(createdAt)}
    </p>
    ${erased && html`<p>Erased ${moment(erased.at)}: <bdi>${erased.reason}</bdi></p>`}
    ${changeNote !== '' && html`<p class="note" dir="auto">${changeNote}</p>`}
    ${
      publishedAt !== null &&
      html`<p>
        Released
        ${moment(publishedAt)}${approvedBy !== null && html`, approved by <bdi>${approvedBy}</bdi> ${confirmed(approvedVia ?? 'key', approvedIn)}`}.
      </p>`
    }
    ${
      returned !== null &&
      html`<p>Sent back by <bdi>${returned.by}</bdi>, ${moment(returned.at)}:</p>
        <p class="note value" dir="auto">${returned.note}</p>`
    }
  </li>`;
}

function decision({ publication, keys }: DeskDocument, session: Session, id: string): Html {
  const { formToken, name } = session;
  const part = partOf(publication, session);
  const { version, state, publishedVersion, history } = publication;
  const hidden = (key: string): Html =>
    html`<input type="hidden" name="token" value="${formToken}" />
      <input type="hidden" name="version" value="${version}" />
      <input type="hidden" name="state" value="${state}" />
      <input type="hidden" name="public" value="${publishedVersion ?? ''}" />
      <input type="hidden" name="released" value="${releasedAt(history)}" />
      <input type="hidden" name="key" value="${key}" />`;
  return html`<section aria-labelledby="desk-decide" class="decide">
    <h2 id="desk-decide">Decide on version ${version}</h2>
    ${
      (part === 'release' || part === 'approve') &&
      html`<form method="post" action="/desk/${id}/release">
        ${hidden(keys.release)}
        ${
          isPublic(publication)
            ? html`<p>Readers see this version, but the search does not find it yet.</p>`
            : part === 'release' &&
              html`<p>
                Readers will see this version, approved by <bdi>${name}</bdi> at the desk.
              </p>`
        }
        <p>
          <button type="submit">
            ${part === 'approve' ? 'Approve' : 'Release'} version
            ${version}${isPublic(publication) && ' again'}
          </button>
        </p>
      </form>`
    }
    ${
      state === 'review' &&
      html`<form method="post" action="/desk/${id}/send-back">
        ${hidden(keys.sendBack)}
        <p>
          <label for="note">What is to be changed</label>
          <textarea id="note" name="note" rows="5" required aria-describedby="note-hint"></textarea>
          <span class="hint" id="note-hint"
            >At most 2,000 characters. The writer of the document reads this note.</span
          >
        </p>
        <p><button type="submit">Send back version ${version}</button></p>
      </form>`
    }
  </section>`;
}

/**
 * Says what was withdrawn after the form was made; `undefined` if nothing was. A withdrawal does not change the working
 * revision, so `publish` would not refuse the form. If this version is public, the form was sent again, and gets the
 * stored answer.
 */
export function withdrawnSince(
  form: URLSearchParams,
  version: number,
  { version: current, publishedVersion, withdrawn, history }: DeskDocument['publication'],
): string | undefined {
  if (current !== version || publishedVersion === version) return undefined;
  const shown = form.get('public');
  if (shown !== null && shown !== String(publishedVersion ?? '')) {
    const then = shown === '' ? 'nothing' : `version ${shown}`;
    return `Readers saw ${then} of it then. ${readersSee(publishedVersion)}`;
  }
  const released = form.get('released');
  // The history is read after the state: a release in between ends in it, and is no withdrawal.
  if (withdrawn === null || released === null || released === releasedAt(history)) return undefined;
  return `Version ${version} was released and withdrawn since then. ${readersSee(publishedVersion)}`;
}

import type { MadeComparison } from '../previews/preview-tasks.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import type { QueueFilter } from '../reviews/decision-rows.js';
import { filled } from '../site/html/frame.js';
import { type Html, html } from '../site/html/html.js';
import { partOf } from './approvals.js';
import { type DeskText, queryOf } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

export type Publication = Pick<PublicationViewDto, keyof PublicationViewDto>;

/** A document with what its forms need. */
export interface Decidable {
  readonly publication: Publication;
  /** The differences from what is public; `null` if they were not ready within the time limit. */
  readonly changes: MadeComparison | null;
  /** The document that comes next in the queue; `undefined` if none does. */
  readonly next: { readonly id: string; readonly title: string } | undefined;
  /** An idempotency key for each form, so that a form that is sent twice acts only once. */
  readonly keys: { readonly release: string; readonly sendBack: string };
  readonly filter: QueueFilter;
}

/** Whether a publish can be accepted. A public version whose indexing failed can be published again (contract 3). */
export const canBeReleased = ({ state, ...publication }: Publication): boolean =>
  state !== 'publishing' && (!isPublic(publication) || publication.publishError !== null);

export const isPublic = ({
  version,
  publishedVersion,
}: Pick<Publication, 'version' | 'publishedVersion'>): boolean => version === publishedVersion;

/** Makes the bar with the decision, which stays in sight while the page scrolls. */
export function decisionBar(
  { publication, keys, next, filter, changes }: Decidable,
  session: Session,
  text: DeskText,
): Html {
  const { formToken, name } = session;
  const part = partOf(publication, session);
  const { id, version, state, publishedVersion, withdrawn } = publication;
  const { words } = text;
  const hidden = (key: string): Html =>
    html`<input type="hidden" name="token" value="${formToken}" />
      <input type="hidden" name="version" value="${version}" />
      <input type="hidden" name="state" value="${state}" />
      <input type="hidden" name="public" value="${publishedVersion ?? ''}" />
      <input type="hidden" name="withdrawn" value="${withdrawn?.at ?? ''}" />
      <input type="hidden" name="filter" value="${queryOf(filter)}" />
      <input type="hidden" name="key" value="${key}" />`;
  const isAgain = isPublic(publication);
  const [button, hint] =
    part === 'approve'
      ? [words.approve, words.othersToo]
      : isAgain
        ? [words.releaseAgain, words.notFound]
        : [words.release, filled(words.willSee, { name: html`<bdi>${name}</bdi>` })];
  const { characters = [], words: mixed = [] } = changes?.summary.hidden ?? {};
  return html`<section class="decide bar" aria-label="${filled(words.decide, { version }).text}">
    ${
      characters.length + mixed.length > 0 &&
      html`<p class="hidden-short"><a href="#hidden-text">${words.hiddenShort}</a></p>`
    }
    ${changes === null && html`<a class="primary" href="/desk/${id}${queryOf(filter)}">${words.loadAgain}</a>`}
    ${
      canBeReleased(publication) &&
      html`${
        changes !== null &&
        (part === 'release' || part === 'approve') &&
        html`<form method="post" action="/desk/${id}/release">
          ${hidden(keys.release)} <input type="hidden" name="part" value="${part}" />
          <button type="submit" class="primary" aria-describedby="release-hint">${button}</button>
          <span class="sr-only" id="release-hint">${text.version(version)}. ${hint}</span>
        </form>`
      }
      ${
        state === 'review' &&
        html`<details>
          <summary class="secondary">${words.sendBack}</summary>
          <form method="post" action="/desk/${id}/send-back">
            ${hidden(keys.sendBack)}
            <p>
              <label for="note">${words.toChange}</label>
              <textarea
                id="note"
                name="note"
                rows="4"
                ${(publication.openNotes ?? 0) === 0 && html`required`}
                aria-describedby="note-hint"
              ></textarea>
              <span class="hint" id="note-hint">${words.noteHint} ${words.notesInstead}</span>
            </p>
            <button type="submit" class="primary">${words.sendBack}</button>
          </form>
        </details>`
      }`
    }
    <a class="secondary" href="/desk/${id}/correct${queryOf(filter)}">${words.correct}</a>
    ${
      next
        ? html`<a
            class="secondary"
            rel="next"
            href="/desk/${next.id}${queryOf(filter)}"
            title="${next.title}"
            >${words.next}</a
          >`
        : html`<a class="secondary" href="/desk${queryOf(filter)}">${words.toQueue}</a>`
    }
  </section>`;
}

/**
 * Returns the time of the withdrawal, if the page of the form showed it; `null` if the page showed none, or an earlier
 * one. A decision has an effect only on a document that is withdrawn as its form knows.
 */
export const knownWithdrawal = (
  form: URLSearchParams,
  { withdrawn }: Publication,
): string | null => (withdrawn && form.get('withdrawn') === withdrawn.at ? withdrawn.at : null);

/**
 * Says what readers see instead of the version that they saw when the form was made; `undefined` if they see that version.
 * Another public version does not change the working revision, so `publish` would not refuse the form. If this version is
 * public, the form was sent again, and gets the stored answer.
 */
export function seenInstead(
  form: URLSearchParams,
  version: number,
  { version: current, publishedVersion }: Publication,
): string | undefined {
  const shown = form.get('public');
  if (current !== version || publishedVersion === version) return undefined;
  if (shown === null || shown === String(publishedVersion ?? '')) return undefined;
  const then = shown === '' ? 'nothing' : `version ${shown}`;
  const now =
    publishedVersion === null
      ? 'Readers cannot see this document.'
      : `Readers see version ${publishedVersion}.`;
  return `When you opened this page, readers saw ${then}. ${now}`;
}

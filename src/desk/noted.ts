import type { Noted } from '../notes/notes.service.js';
import type { NoteDto } from '../publications/dto/note.dto.js';
import { filled } from '../site/html/frame.js';
import { type Content, type Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import type { Publication } from './decision-bar.js';
import type { DeskText } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';
import { placeName } from './note.page.js';

export interface DeskNotes {
  /** The open ones first. */
  readonly unclosed: readonly NoteDto[];
  /** The one that was closed last first. */
  readonly closed: readonly Noted[];
  /** Titles of the sections of the working revision, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Shows the notes on a document: open and answered ones with a button that closes them, then closed ones. */
export function notesOn(
  { id, locale }: Publication,
  { unclosed, closed, titles }: DeskNotes,
  { formToken }: Session,
  text: DeskText,
): Html {
  const { words } = text;
  const placeOf = ({ field, section }: Pick<Noted, 'field' | 'section'>): Content =>
    section === null ? placeName(field, text) : sectionOf(section, titles.get(section), locale);
  return html`<section id="desk-notes" aria-labelledby="desk-notes-title">
    <h2 id="desk-notes-title">${words.notes}</h2>
    ${unclosed.length === 0 && html`<p>${words.noNotes}</p>`}
    ${
      unclosed.length > 0 &&
      html`<ul class="entries">
        ${unclosed.map(
          (note) =>
            html`<li>
              <p class="about">
                <strong
                  >${
                    note.answeredIn === null
                      ? words.noteOpen
                      : filled(words.noteAnswered, { version: note.answeredIn })
                  }</strong
                >
                · ${placeOf(note)} · <bdi>${note.by}</bdi>, ${text.moment(note.at)} ·
                ${text.version(note.version)}
              </p>
              ${passage(note, locale)}
              ${note.quoteStands === false && html`<p class="hint">${words.quoteGone}</p>`}
              <form method="post" action="/desk/${id}/notes/${note.id}/close">
                <input type="hidden" name="token" value="${formToken}" />
                <button type="submit" class="secondary">${words.closeNote}</button>
              </form>
            </li>`,
        )}
      </ul>`
    }
    ${
      closed.length > 0 &&
      html`<details>
        <summary>${words.closedNotes}</summary>
        <ul class="entries">
          ${closed.map(
            (note) =>
              html`<li>
                <p class="about">
                  ${placeOf(note)} ·
                  ${filled(words.noteClosed, {
                    name: html`<bdi>${note.closedBy!}</bdi>`,
                    time: text.moment(note.closedAt!.toISOString()),
                  })}
                  ${
                    note.answeredVersion !== null &&
                    html`· ${filled(words.noteAnswered, { version: note.answeredVersion })}`
                  }
                </p>
                ${passage(note, locale)}
              </li>`,
          )}
        </ul>
      </details>`
    }
    <p><a href="/desk/${id}/notes">${words.addNote}</a></p>
  </section>`;
}

/** Names a section by its title. A section that the working revision lacks has only its id, and no link. */
const sectionOf = (id: string, title: string | undefined, locale: string): Html => {
  const name = html`<bdi lang="${locale}">§ ${visibleText(title ?? id)}</bdi>`;
  return title === undefined ? name : html`<a href="#${id}">${name}</a>`;
};

const passage = ({ quote, text }: Pick<Noted, 'quote' | 'text'>, locale: string): Html =>
  html`${quote !== null && html`<blockquote lang="${locale}" dir="auto">${visibleText(quote)}</blockquote>`}
    <p class="note value" dir="auto">${visibleText(text)}</p>`;

import type { Notable } from '../publications/views/noted-passages.service.js';
import { MAX_NOTE, MAX_QUOTE, NOTED_FIELDS } from '../documents/note.js';
import { type Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import { deskLayout, type DeskText } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';
import { SECTION_MARK } from './note-form.js';

interface NoteToWrite extends Notable {
  /** Id of the chosen section; `null`: none is chosen. */
  readonly asked: string | null;
  /** UUID for the note. */
  readonly key: string;
}

/** Makes the page with the form for a note, and with the text of the section (contract 13). */
export function notePage(
  siteName: string,
  { formToken, ...session }: Session,
  { id, version, title, locale, sections, text: shown, asked, key }: NoteToWrite,
  text: DeskText,
): string {
  const { words, language } = text;
  const hint = (of: 'quoteHint' | 'noteTextHint'): Html =>
    html`<span class="hint" id="${of}">${words[of]}</span>`;
  return deskLayout(
    siteName,
    title,
    html`<div class="desk">
      ${text.signedIn({ ...session, formToken })}
      <p>
        <a href="/desk/${id}"><bdi lang="${locale}">${visibleText(title)}</bdi></a>
        · ${text.version(version)}
      </p>
      <h1>${words.addNote}</h1>
      <section class="decide" aria-label="${words.addNote}">
        <form method="post" action="/desk/${id}/notes">
          <input type="hidden" name="token" value="${formToken}" />
          <input type="hidden" name="version" value="${version}" />
          <input type="hidden" name="key" value="${key}" />
          <p>
            <label for="place">${words.place}</label>
            <select id="place" name="place">
              ${NOTED_FIELDS.map(
                (field) => html`<option value="${field}">${placeName(field, text)}</option>`,
              )}
              ${sections.map(
                (section) =>
                  html`<option
                    value="${SECTION_MARK}${section.id}"
                    ${section.id === asked && html`selected`}
                  >
                    § ${section.title || section.id}
                  </option>`,
              )}
            </select>
          </p>
          <p>
            <label for="quote">${words.quote}</label>
            <textarea
              id="quote"
              name="quote"
              rows="2"
              dir="auto"
              maxlength="${MAX_QUOTE}"
              aria-describedby="quoteHint"
            ></textarea>
            ${hint('quoteHint')}
          </p>
          <p>
            <label for="text">${words.note}</label>
            <textarea
              id="text"
              name="text"
              rows="4"
              dir="auto"
              required
              maxlength="${MAX_NOTE}"
              aria-describedby="noteTextHint"
            ></textarea>
            ${hint('noteTextHint')}
          </p>
          <button type="submit" class="primary">${words.addNote}</button>
        </form>
      </section>
      <section aria-labelledby="desk-look">
        <h2 id="desk-look">${words.asReaders}</h2>
        <div class="value noted-text" lang="${locale}" dir="auto">${visibleText(shown ?? '')}</div>
      </section>
    </div>`,
    language,
  );
}

/** Names a field of a document; the content is the whole text. */
export const placeName = (field: (typeof NOTED_FIELDS)[number], { words }: DeskText): string =>
  field === 'content' ? words.wholeText : words[field];

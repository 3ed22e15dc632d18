import { randomUUID } from 'node:crypto';
import { isList } from '../documents/document.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import type { QueueFilter } from '../reviews/decision-rows.js';
import { filled } from '../site/html/frame.js';
import { type Content, Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import { CORRECTED, type Passage, type Typed } from './corrections.js';
import { deskLayout, type DeskText, queryOf } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

export interface CorrectionForm {
  readonly publication: Pick<PublicationViewDto, 'id' | 'locale' | 'title'>;
  /** The version that is corrected. */
  readonly version: number;
  readonly passages: readonly Passage[];
  /** The passage in the form; `undefined` if the document has none. */
  readonly passage: Passage | undefined;
  readonly values: Typed;
  readonly changeNote: string;
  readonly filter: QueueFilter;
  /** Idempotency key of the form: a form that was not saved keeps its key. */
  readonly key?: string;
  /** Why the form was not saved, and what helps to go on. */
  readonly notice?: Content;
}

/** Maximum number of sections that the page links, around the one in the form. */
const MAX_LINKS = 200;

/** Makes the form in which an approver corrects a passage and fields of a version (contract 13). */
export function correctPage(
  siteName: string,
  session: Session,
  form: CorrectionForm,
  text: DeskText,
): string {
  const { publication, version, passage, values, changeNote, filter, notice } = form;
  const { id, locale, title } = publication;
  const { words, language } = text;
  const field = (name: keyof Typed, label: string, rows: number, hint?: string): Html =>
    html`<p>
      <label for="${name}">${label}${hint !== undefined && html` <small>(${hint})</small>`}</label>
      ${area(name, rows, values[name], locale)}
    </p>`;
  return deskLayout(
    siteName,
    filled(words.correctVersion, { version }).text,
    html`<div class="desk">
      ${text.signedIn(session)}
      <p>
        <a href="/desk/${id}${queryOf(filter)}" lang="${locale}" dir="auto"
          >${visibleText(title)}</a
        >
      </p>
      <h1>${filled(words.correctVersion, { version })}</h1>
      ${notice !== undefined && html`<div class="said" role="alert">${notice}</div>`}
      <p class="hint">${words.correctHint}</p>
      <form class="decide" method="post" action="/desk/${id}/correct">
        <input type="hidden" name="token" value="${session.formToken}" />
        <input type="hidden" name="version" value="${version}" />
        <input type="hidden" name="key" value="${form.key ?? randomUUID()}" />
        <input type="hidden" name="filter" value="${queryOf(filter)}" />
        ${
          passage &&
          html`<input type="hidden" name="section" value="${passage.id}" />
            ${field('text', passageLabel(passage, text), 14)}`
        }
        ${otherPassages(form, text)}
        ${CORRECTED.map((name) => field(name, words[name], name === 'title' ? 1 : 3, isList(name) ? words.eachLine : undefined))}
        <p>
          <label for="changeNote">${words.whyCorrected}</label>
          ${area('changeNote', 2, changeNote, language)}
        </p>
        <p>
          <button type="submit" class="primary">${words.save}</button>
          <a class="secondary" href="/desk/${id}${queryOf(filter)}">${words.cancel}</a>
        </p>
      </form>
    </div>`,
    language,
  );
}

/** Makes a text field. The formatter may not touch the text between the tags, so the text is put in afterwards. */
function area(name: string, rows: number, value: string, language: string): Html {
  const field = html`<textarea
    id="${name}"
    name="${name}"
    rows="${rows}"
    lang="${language}"
    dir="auto"
  ></textarea>`;
  // Browsers drop a line feed right after the tag.
  return new Html(field.text.replace('</textarea', () => `\n${html`${value}`.text}</textarea`));
}

const passageLabel = ({ id, title }: Passage, { words }: DeskText): string =>
  id === '' ? words.beginning : filled(words.sectionText, { title: visibleText(title) }).text;

/** Links to the other passages. What was typed is not kept, so the links stand apart from the text. */
function otherPassages(
  { publication, passages, passage, filter }: CorrectionForm,
  text: DeskText,
): Html | undefined {
  const { words } = text;
  const at = passage ? passages.indexOf(passage) : 0;
  const first = Math.max(0, at - MAX_LINKS / 2);
  const others = passages.slice(first, first + MAX_LINKS).filter((one) => one !== passage);
  if (others.length === 0) return undefined;
  return html`<details>
    <summary>${words.otherSections}</summary>
    <ul>
      ${others.map(
        ({ id, title }) =>
          html`<li>
            <a
              href="/desk/${publication.id}/correct${queryOf(filter, { section: id })}"
              lang="${publication.locale}"
              dir="auto"
              >${id === '' ? words.beginning : visibleText(title)}</a
            >
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Says that the version moved on, and shows the passage as it is now. What was typed is in the form. */
export function movedOnNotice(
  {
    id,
    shown,
    version,
    textNow,
    lost,
  }: {
    readonly id: string;
    readonly shown: number;
    readonly version: number;
    /** The passage in the newest version, if it changed. */
    readonly textNow: string | undefined;
    /** What was typed into a section that is gone. */
    readonly lost: string | undefined;
  },
  { words }: DeskText,
): Html {
  return html`<p>${filled(words.meanwhile, { version })}</p>
    <p>
      <a href="/desk/${id}/versions/${version}?since=${shown}"
        >${filled(words.everyDifference, { version: shown })}</a
      >
    </p>
    ${
      textNow !== undefined &&
      html`<p>${filled(words.textNow, { version })}</p>
        <pre dir="auto">${visibleText(textNow)}</pre>`
    }
    ${
      lost !== undefined &&
      html`<p>${words.sectionGone}</p>
        <pre dir="auto">${lost}</pre>`
    }`;
}

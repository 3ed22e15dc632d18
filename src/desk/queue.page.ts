import type { ComparisonSummary } from '../comparisons/comparison-html.js';
import { leadsTo } from '../comparisons/places-list.js';
import type {
  DecidedRow,
  QueueFilter,
  WaitingGroup,
  WaitingRow,
} from '../reviews/decision-rows.js';
import { confirmation, filled, frameOf } from '../site/html/frame.js';
import { type Content, Html, html } from '../site/html/html.js';
import { pager } from '../site/html/layout.js';
import { languageName } from '../site/html/locales.js';
import { visibleText } from '../site/html/visible-text.js';
import { deskLayout, DeskText, queryOf } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';

/** A revision that waits for a decision. `summary` is `null` if it was not compared within the time limit. */
export interface Waiting extends WaitingRow {
  readonly summary: ComparisonSummary | null;
}

export interface Queue {
  /** Page number, from 1. */
  readonly page: number;
  readonly filter: QueueFilter;
  readonly waiting: readonly Waiting[];
  readonly groups: readonly WaitingGroup[];
  readonly hasMore: boolean;
  readonly lately: readonly DecidedRow[];
  /** What a decision a moment ago brought about; `undefined` if the page was opened otherwise. */
  readonly outcome: Html | undefined;
}

/**
 * Makes the page with the revisions that wait for a decision, longest wait first, and with the last decisions
 * (contract 13).
 */
export function queuePage(
  siteName: string,
  session: Session,
  queue: Queue,
  text: DeskText,
): string {
  const { page, filter, waiting, hasMore, lately, outcome } = queue;
  const { words, language } = text;
  const hrefOf = (number: number): string => `/desk${queryOf(filter, { page: String(number) })}`;
  const links = {
    previous: page > 1 ? hrefOf(page - 1) : undefined,
    next: hasMore ? hrefOf(page + 1) : undefined,
  };
  const [first] = waiting;
  return deskLayout(
    siteName,
    words.queue,
    html`<div class="desk">
      ${text.signedIn(session)} ${outcome}
      <h1>${words.queue}</h1>
      <p>
        ${first ? text.counted('waiting', first.total) : page === 1 ? words.nothingWaits : words.nothingHere}
      </p>
      ${filterForm(queue, text)}
      ${
        first &&
        html`<ol class="entries">
          ${waiting.map((row) => entry(row, filter, text))}
        </ol>`
      }
      ${pager(links, words.pages, frameOf(language))}
      <h2>${words.decidedLately}</h2>
      ${
        lately.length === 0
          ? html`<p>${words.nothingDecided}</p>`
          : html`<ul class="entries">
              ${lately.map((row) => decided(row, text))}
            </ul>`
      }
      <section aria-labelledby="desk-feed">
        <h2 id="desk-feed">${words.feed}</h2>
        <p class="hint">${words.feedHint}</p>
        <form method="post" action="/desk/feed">
          <input type="hidden" name="token" value="${session.formToken}" />
          <button type="submit">${words.makeFeed}</button>
        </form>
      </section>
    </div>`,
    language,
  );
}

/** A form that narrows the queue; `undefined` if there is nothing to choose from. */
function filterForm({ groups, filter }: Queue, { words }: DeskText): Html | undefined {
  const locales = [...new Set(groups.map(({ locale }) => locale))];
  const writers = [...new Set(groups.map(({ writer }) => writer))];
  const isFiltered = filter.locale !== null || filter.writer !== null;
  if (!isFiltered && locales.length < 2 && writers.length < 2) return undefined;
  const select = (
    name: keyof QueueFilter,
    label: string,
    values: readonly string[],
    shown = (value: string) => value,
  ) =>
    html`<label
      >${label}
      <select name="${name}">
        <option value="">${words.all}</option>
        ${values.map(
          (value) =>
            html`<option value="${value}" ${filter[name] === value && new Html(' selected')}>
              ${shown(value)}
            </option>`,
        )}
      </select></label
    >`;
  return html`<form class="filter" action="/desk">
    ${select('locale', words.language, locales, languageName)}
    ${select('writer', words.writer, writers)}
    <button type="submit">${words.show}</button>
  </form>`;
}

function entry(row: Waiting, filter: QueueFilter, text: DeskText): Html {
  const { id, locale, version, title, changeNote, authorName, client, summary, since } = row;
  return html`<li>
    <h2>
      <a href="/desk/${id}${queryOf(filter)}" lang="${locale}" dir="auto">${visibleText(title)}</a>
    </h2>
    <p class="changed">${changed(row, text)}</p>
    ${changeNote !== '' && html`<p class="note" lang="${locale}" dir="auto">${visibleText(changeNote)}</p>`}
    ${summary !== null && html`<p class="first-lines" lang="${locale}" dir="auto">${visibleText(summary.opening)}</p>`}
    <p class="about">
      <span lang="${locale}">${languageName(locale)}</span> · ${text.version(version)} ·
      ${text.writer(authorName, client)} · ${filled(text.words.since, { time: text.moment(since) })}
    </p>
    ${row.approvedBy.length > 0 && html`<p class="about">${filled(text.words.approvedSoFar, { names: text.names(row.approvedBy) })}</p>`}
  </li>`;
}

/** Says in words what a revision changes: "Title and 2 sources · 3 places · 12 % → 2 %". */
function changed({ publishedVersion, summary }: Waiting, text: DeskText): Content {
  const { words, language } = text;
  const hasHidden =
    summary !== null && summary.hidden.characters.length + summary.hidden.words.length > 0;
  const warning = hasHidden && html` · <strong class="heavy">${words.hiddenShort}</strong>`;
  if (publishedVersion === null) return html`${words.newDocument}${warning}`;
  if (summary === null) return words.tookTooLong;
  if (summary.count === 0) return html`${words.nothingDiffers}${warning}`;
  const members = summary.members.map(({ name, count }) => {
    if (name === 'tags') return text.counted('tagsChanged', count).text;
    return name === 'sources' ? text.counted('sourcesChanged', count).text : words[name];
  });
  const { first } = summary;
  const parts: Content[] = [
    members.length > 0 && new Html(new Intl.ListFormat(language).format(members)),
    summary.inText > 0 && text.counted('places', summary.inText),
    first !== null && weightiest(first, words),
  ].filter((part) => part !== false);
  return html`${parts.map((part, at) => (at === 0 ? part : html` · ${part}`))}${warning}`;
}

/** Shows the change that weighs most: "12 % → 2 %", or "deleted: not". */
function weightiest(
  { left, right }: { readonly left: string; readonly right: string },
  words: DeskText['words'],
): Html {
  if (left === '') return html`${words.added}: ${side(right)}`;
  return right === '' ? html`${words.removed}: ${side(left)}` : leadsTo(side(left), side(right));
}

function side(text: string): Html {
  return html`<bdi>${visibleText(text)}</bdi>`;
}

export function decided(row: DecidedRow, text: DeskText): Html {
  const { id, version, title, locale, outcome, by, via, program, note, at } = row;
  return html`<li>
    <p>
      <a href="/desk/${id}" lang="${locale}" dir="auto">${visibleText(title)}</a> ·
      ${text.version(version)} ·
      ${filled(text.words[outcome], {
        name: html`<bdi>${by}</bdi> (${confirmation(via, program, text.words)})`,
        time: text.moment(at),
      })}
    </p>
    ${note !== '' && html`<p class="note value" dir="auto">${visibleText(note)}</p>`}
  </li>`;
}

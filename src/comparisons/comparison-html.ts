import type { HiddenText } from '../rendering/hidden-text.js';
import { counted, type DeskLanguage } from '../site/html/desk-words.js';
import { type Content, html, Html } from '../site/html/html.js';
import { directionOf } from '../site/html/locales.js';
import { visibleText } from '../site/html/visible-text.js';
import { compared, type Comparison, type MemberName, type RevisionsToCompare } from './compare.js';
import { grouped, placesList } from './places-list.js';

/** What a comparison found, without its pages: a line of the queue and a warning are made of it. */
export interface ComparisonSummary extends Pick<Comparison, 'inText' | 'hidden' | 'opening'> {
  /** Number of all places. */
  readonly count: number;
  readonly members: readonly { readonly name: MemberName; readonly count: number }[];
  /** The change that weighs most; `null` if nothing differs, or nothing was compared. */
  readonly first: { readonly left: string; readonly right: string } | null;
}

export interface ComparisonToShow {
  readonly revisions: RevisionsToCompare;
  readonly of: DeskLanguage;
  /** Number of the revision before; `null` if there is none. */
  readonly from: number | null;
  /** Whether `from` is the public revision. */
  readonly isPublic: boolean;
  /** Address of the page with the marked article, for the links of the list; empty for the same page. */
  readonly page: string;
  /** Address of the document at the desk, whose forms stand beside each heading; `null`: without forms. */
  readonly deskHref: string | null;
}

interface ShownComparison {
  /** The list of places, the changed members and the warning of hidden text. */
  readonly list: Html;
  /** The marked article and the difference in Markdown. */
  readonly article: Html;
  readonly summary: ComparisonSummary;
}

/** Compares two revisions, and makes the HTML that shows the differences. The headings in this HTML are h3. */
export function shownComparison({
  revisions,
  of,
  from,
  isPublic,
  page,
  deskHref,
}: ComparisonToShow): ShownComparison {
  const { words, language } = of;
  const texts = {
    removed: words.removed,
    added: words.added,
    nextPlace: words.nextPlace,
    unchangedLines: (count: number) => counted(words.unchangedLines, count, language),
  };
  const found = compared(revisions, texts, words);
  const { members, places, hidden, opening } = found;
  const first = grouped(places)[0]?.places[0];
  return {
    list: html`<div id="places" tabindex="-1">
      ${countLine(found, from, isPublic, of)} ${hiddenWarning(hidden, of)}
      ${placesList(places, page, of)}
      ${found.isTruncated && html`<p class="hint">${words.truncated}</p>`}
      ${
        page === '' &&
        members.length > 0 &&
        html`<dl class="members">
          ${members.map(
            ({ name, marked }) =>
              html`<div>
                <dt>${words[name]}</dt>
                <dd lang="${revisions.locale}">${marked}</dd>
              </div>`,
          )}
        </dl>`
      }
    </div>`,
    article: html`${articleOf(found, revisions, of, deskHref)}
    ${revisions.before !== null && markdownOf(found, revisions.locale, of)}`,
    summary: {
      count: places.length,
      inText: found.inText,
      members: members.map((member) => ({ name: member.name, count: member.count })),
      first: first ? { left: first.left, right: first.right } : null,
      hidden,
      opening,
    },
  };
}

function countLine(
  { places: { length: count } }: Comparison,
  from: number | null,
  isPublic: boolean,
  { words, language }: DeskLanguage,
): Content {
  // A public version without an older one is neither new nor changed.
  if (from === null && !isPublic) return undefined;
  if (from === null) return html`<p>${words.allNew}</p>`;
  if (count === 0) return html`<p>${words.nothingDiffers}</p>`;
  const sentence = isPublic ? words.differs : words.differsFrom;
  return html`<p>${counted(sentence, count, language, { version: from })}</p>`;
}

/** Names the characters that readers do not see; `undefined` if there are none. */
function hiddenWarning({ characters, words }: HiddenText, of: DeskLanguage): Html | undefined {
  if (characters.length + words.length === 0) return undefined;
  return html`<div class="warning" role="note" id="hidden-text">
    ${
      characters.length > 0 &&
      html`<p>
        ${of.words.hidden}
        <span lang="en" dir="ltr"
          >${characters.map(({ name, count }) => `${name} (${count})`).join(', ')}</span
        >
      </p>`
    }
    ${
      words.length > 0 &&
      html`<p>${of.words.mixed} ${words.map((word) => html`<bdi>${visibleText(word)}</bdi> `)}</p>`
    }
  </div>`;
}

function articleOf(
  { article, fault, places }: Comparison,
  { locale, after }: RevisionsToCompare,
  { words }: DeskLanguage,
  deskHref: string | null,
): Html {
  const { title, description } = after.document;
  return html`${fault !== null && html`<p>${words[fault]}</p>`}
    <div class="sheet marked" lang="${locale}" dir="${directionOf(locale)}">
      <div class="document">
        <div class="opening">
          <p class="marked-title" dir="auto">${visibleText(title)}</p>
          ${description !== '' && html`<p class="description" dir="auto">${visibleText(description)}</p>`}
        </div>
        <div class="content">
          ${deskHref === null ? article : withForms(article, deskHref, words)}
        </div>
        ${places.length > 0 && html`<p id="place-${places.length + 1}"><a href="#places">${words.toList}</a></p>`}
      </div>
    </div>`;
}

/** The heading of a section; the one of the footnotes has another id. */
const HEADING = /(<(h[1-6])\b[^>]* id="(s-[^"&]+)"[^>]*>.*?)(<\/\2>)/gs;

/** Adds to each heading of a section links to the forms for a note on its section and for a correction. */
const withForms = (article: Html, deskHref: string, words: DeskLanguage['words']): Html =>
  new Html(
    article.text.replaceAll(HEADING, (_all, heading: string, _tag, id: string, end: string) => {
      const link = (form: string, label: string): string =>
        html`<a class="note-link" href="${deskHref}/${form}?section=${encodeURIComponent(id)}"
          >${label}</a
        >`.text;
      return `${heading} ${link('notes', words.addNote)} ${link('correct', words.correct)}${end}`;
    }),
  );

/** Shows the unified diff of the Markdown, each line in its own direction, with hidden characters as named signs. */
function markdownOf(
  { markdown: { contentDiff, truncated } }: Comparison,
  locale: string,
  { words }: DeskLanguage,
): Content {
  if (contentDiff === '') return undefined;
  const lines = contentDiff.replace(/\n$/, '').split('\n');
  return html`<details class="markdown-difference">
    <summary>${words.inMarkdown}</summary>
    ${truncated && html`<p>${words.shortened}</p>`}
    <div class="lines" lang="${locale}">
      ${lines.map((line) => {
        const tag = { '+': 'ins', '-': 'del' }[line[0]!] ?? 'div';
        const isHead = line.startsWith('@@');
        const shown = html`<span class="sign">${line[0]}</span
          ><span class="line" dir="auto">${visibleText(line.slice(1))}</span>`;
        if (isHead) return html`<div class="hunk">…</div>`;
        if (tag === 'ins') return html`<ins class="added">${shown}</ins>`;
        return tag === 'del'
          ? html`<del class="removed">${shown}</del>`
          : html`<div>${shown}</div>`;
      })}
    </div>
  </details>`;
}

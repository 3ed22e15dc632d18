import type { Env } from 'markdown-it';
import type { DocumentValue } from '../../documents/document.js';
import type { Passage } from '../../documents/note.js';
import { occurrences } from '../../documents/text-search.js';
import type { Section } from '../../rendering/headings.js';
import { firstCharacters } from '../../platform/validation/rule.js';
import { visiblePieces } from '../../rendering/hidden-text.js';
import { renderMarkdown } from '../../rendering/render-markdown.js';
import { spanOf } from './content-part.js';
import { outlineOf } from './outline.js';

export interface ToQuote {
  readonly content: string;
  readonly document: DocumentValue;
  readonly passages: readonly Passage[];
}

/** The sections of a content, and the environment in which it was parsed: a section can refer to links of another one. */
export interface Parsed {
  readonly sections: readonly Section[];
  readonly env: Env;
}

/**
 * Counts how often the quotes of notes stand in their passages, in the Markdown or as readers see it, whichever is more;
 * `null` for a section that does not exist. Lines and hidden characters make no difference, also not where the desk
 * names them.
 */
export function quoteCounts(
  { content, document, passages }: ToQuote,
  parsed: Parsed,
): (number | null)[] {
  const texts = new Map<string, string[] | null>();
  return passages.map(({ field, section, quote }) => {
    const key = `${field} ${section ?? ''}`;
    if (!texts.has(key)) texts.set(key, textsOf(content, document, parsed, { field, section }));
    const readings = texts.get(key)!;
    if (readings === null) return null;
    const sought = readingsOf(quote ?? '')[0]!;
    return Math.max(0, ...readings.map((text) => (sought === '' ? 0 : countOf(text, sought))));
  });
}

function textsOf(
  content: string,
  document: DocumentValue,
  { sections, env }: Parsed,
  { field, section }: Pick<Passage, 'field' | 'section'>,
): string[] | null {
  if (field !== 'content') return readingsOf(textIn(document[field]).join('\n'));
  const found = sections.find(({ id }) => id === section);
  if (section !== null && !found) return null;
  const span = found ? spanOf(content, found) : { start: 0, end: content.length };
  const markdown = content.slice(span.start, span.end);
  return [...readingsOf(markdown), ...readingsOf(shownText(markdown, env))];
}

/** What the form for a note shows: the sections that it offers, and the text of the one that was asked for. */
export interface NotableSection {
  readonly sections: readonly Pick<Section, 'id' | 'title'>[];
  /** As readers see it, at most 20,000 characters; `null`: there is no such section. */
  readonly text: string | null;
}

const MAX_SHOWN = 20_000;

/** @param asked id of a section; `null`: the whole content */
export function notableSection(
  content: string,
  asked: string | null,
  { sections, env }: Parsed,
): NotableSection {
  const found = sections.find(({ id }) => id === asked);
  const span = found ? spanOf(content, found) : { start: 0, end: content.length };
  const text =
    asked !== null && !found
      ? null
      : firstCharacters(shownText(content.slice(span.start, span.end), env), MAX_SHOWN);
  const { outline } = outlineOf(sections, { maxBytes: 40_000 });
  const offered = outline.map(({ id, title }) => ({ id, title }));
  return { sections: offered, text };
}

/** Returns the texts of a member: of a text, of a list of texts, or of an object of texts such as the author. */
const textIn = (value: DocumentValue[keyof DocumentValue]): string[] =>
  typeof value === 'string' ? [value] : (Object.values(value) as string[]);

/** Returns the text of a part of the content as readers see it; the Markdown, if it cannot be rendered. */
function shownText(markdown: string, env: Env): string {
  try {
    const part = { title: '', markdown, imageOrigins: [], pictures: [], picturesBase: '' };
    return renderMarkdown(part, undefined, env).text;
  } catch (error) {
    if (error instanceof RangeError) return markdown;
    throw error;
  }
}

/** Returns a text on one line: without its hidden characters, and with their names as the desk shows them. */
function readingsOf(text: string): string[] {
  const pieces = visiblePieces(text);
  const [bare, named] = [false, true].map((isNamed) =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        if ('letters' in piece) return piece.letters;
        return isNamed ? piece.symbol : '';
      })
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return bare === named ? [bare!] : [bare!, named!];
}

const countOf = (text: string, sought: string): number =>
  occurrences(text, sought, { start: 0, end: text.length }).length;

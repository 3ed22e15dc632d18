import { firstCharacters } from '../platform/validation/rule.js';
import { comparisonWith, type Effort, MAX_COMPARED } from './comparison.js';
import { foldInPlace, NOT_FOLDED_IN_PLACE, SHAPING, withoutAccents } from './fold.js';
import { coreOf } from './query-term.js';
import { languageOf, stemsOf } from './stemmers.js';
import { LETTER_AND_HYPHEN, segmenter, SPACED, type Word } from './tokenise.js';

/** A piece of a snippet. `mark` says whether the piece matches a word of the query. */
export interface SnippetPart {
  readonly text: string;
  readonly mark: boolean;
}

interface Occurrence {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a snippet. Lengths in this file are in UTF-16 units if no other unit is stated. */
const WIDTH = 220;
/** Approximate length of the text that a snippet shows before the position that `bestPlace` finds. */
const LEAD = 50;
/** Maximum length that can be cut at each end of a snippet, so that the snippet begins and ends between words. */
const SLACK = 20;
/** Words with the same stem share at least this many first letters, not counting an Arabic article. */
const SAME_BEGINNING = 3;
/**
 * A word of a text. The index has the word without the characters of `SHAPING` within it. Compiled once, because
 * compiling this large character class takes milliseconds.
 */
const SPACED_WORD = new RegExp(
  `(?:${LETTER_AND_HYPHEN}(?=${SPACED}{2}))?${SPACED}+(?:${SHAPING}+${SPACED}+)*`,
  'gv',
);
/** Maximum number of occurrences among which the start of the best part is chosen. */
const MAX_OCCURRENCES = 400;
/** Maximum number of highlighted words: a snippet with `**` around each of them must stay below 300 characters. */
const MAX_MARKS = 18;
/** Sums of weights that differ by less than this count as equal, because sums of floats are not exact. */
const SAME_WEIGHT = 1e-9;
/** A word longer than this can be cut at the ends of a snippet. */
const WORD = 40;

/** A word of the query, with its weight in the ranking. */
export interface SnippetWord {
  readonly word: Word;
  readonly weight: number;
}

/** Finds and marks words of a query in texts of one language. */
export class Marker {
  private readonly weights: ReadonlyMap<string, number>;
  private readonly spaced: Finder;
  private readonly inside: Finder;

  /**
   * @param language the language of the texts, whose stemmer recognises other forms of the words
   * @param effort shared by all markers of an answer
   */
  constructor(
    asked: readonly SnippetWord[],
    language: string,
    effort: Effort = { left: MAX_COMPARED },
  ) {
    const words = asked.map(({ word }) => word);
    this.weights = new Map(
      asked.flatMap(({ word, weight }) => [
        [coreOf(word), weight],
        [word.text, weight],
      ]),
    );
    this.spaced = spacedIn(
      words.filter(({ writing }) => writing === 'spaced'),
      language,
      effort,
    );
    this.inside = insideIn(words.filter(({ writing }) => writing !== 'spaced'));
  }

  /**
   * Cuts out the part of a text whose query words together have the most weight, or the beginning of a text without
   * query words. Takes time linear in the length of the text. If the effort for this text is used up, other forms of the
   * query words are no longer recognised.
   * @param flat a text made by `flatText`
   * @param texts number of texts of the answer without a snippet, this one included; each gets an equal part of the effort
   */
  snippet(flat: string, texts = 1): SnippetPart[] {
    const occurrences = this.occurrencesIn(flat, texts);
    const start = startOf(flat, bestPlace(occurrences, this.weights));
    const end = endOf(flat, start + WIDTH);
    const parts: SnippetPart[] = [];
    const add = (part: string, mark: boolean): void => {
      if (part !== '') parts.push({ text: part, mark });
    };
    let place = start;
    add(start > 0 ? '… ' : '', false);
    const inside = occurrences.filter((each) => each.start >= start && each.end <= end);
    for (const occurrence of joined(inside).slice(0, MAX_MARKS)) {
      add(flat.slice(place, occurrence.start), false);
      add(flat.slice(occurrence.start, occurrence.end), true);
      place = occurrence.end;
    }
    add(flat.slice(place, end), false);
    add(end < flat.length ? ' …' : '', false);
    return parts;
  }

  private occurrencesIn(text: string, texts: number): Occurrence[] {
    const folded = foldInPlace(text);
    return [...this.spaced(text, folded, texts), ...this.inside(text, folded, texts)]
      .toSorted((one, other) => one.start - other.start)
      .slice(0, MAX_OCCURRENCES);
  }
}

/** Joins occurrences that overlap or touch into segments, in the order of the text. */
function joined(occurrences: readonly Occurrence[]): Pick<Occurrence, 'start' | 'end'>[] {
  const segments: { start: number; end: number }[] = [];
  for (const { start, end } of occurrences) {
    const last = segments.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else segments.push({ start, end });
  }
  return segments;
}

/**
 * Joins the parts of a snippet into a text of at most 300 characters. The words of the query have `**` around them; the
 * text itself does not change, even if it has asterisks (contract 4).
 */
export function snippetText(parts: readonly SnippetPart[]): string {
  return parts.map(({ text, mark }) => (mark ? `**${text}**` : text)).join('');
}

/** Returns the marker for documents of a locale. */
export type MarkerOf = (locale: string) => Marker;

/** Makes the markers for one answer: one per language, on first use. */
export function markers(asked: readonly SnippetWord[]): MarkerOf {
  const known = new Map<string, Marker>();
  const effort = { left: MAX_COMPARED };
  return (locale) => {
    const language = languageOf(locale);
    const marker = known.get(language) ?? new Marker(asked, language, effort);
    known.set(language, marker);
    return marker;
  };
}

/**
 * Finds words in a text. Takes the original text, the text that `foldInPlace` makes of it, and the number of texts that
 * share the effort.
 */
type Finder = (text: string, folded: string, texts: number) => Occurrence[];

const NOTHING: Finder = () => [];

function spacedIn(words: readonly Word[], language: string, effort: Effort): Finder {
  if (words.length === 0) return NOTHING;
  const comparison = comparisonWith(words, language, effort);
  const beginning = beginningsOf(words, language);
  return (text, folded, texts) => {
    const asked = comparison(texts);
    const found: Occurrence[] = [];
    for (const { index: start, 0: match } of folded.matchAll(SPACED_WORD)) {
      const beginnings = match[1] === '-' ? [match.replace('-', ''), match.slice(2)] : [match];
      if (!beginnings.some((each) => beginning.test(each))) continue;
      const end = start + match.length;
      const word = asked(text.slice(start, end), match);
      if (word !== undefined) found.push({ word, start, end });
      if (found.length === MAX_OCCURRENCES) break;
    }
    return found;
  };
}

function insideIn(words: readonly Word[]): Finder {
  if (words.length === 0) return NOTHING;
  // Longer forms come first, because a regular expression takes the first alternative that matches.
  const forms = words
    .flatMap((word) => [word.text, coreOf(word)])
    .toSorted((one, other) => other.length - one.length);
  const any = new RegExp(forms.join('|'), 'gv');
  return (_text, folded) => {
    const found: Occurrence[] = [];
    for (const { index: start, 0: word } of folded.matchAll(any)) {
      found.push({ word, start, end: start + word.length });
      if (found.length === MAX_OCCURRENCES) break;
    }
    return found;
  };
}

/**
 * Makes an expression that matches words that begin like a query word. In Arabic, an article of up to 4 letters can
 * precede this beginning. The expression also matches every word with a character near its beginning that is not folded
 * in place, because the full comparison of such a word decides: Fußball for `fussball`.
 */
function beginningsOf(words: readonly Word[], language: string): RegExp {
  const starts = words.flatMap((word) =>
    [word.text, ...stemsOf(word, language)].map((form) =>
      firstCharacters(withoutAccents(form), SAME_BEGINNING),
    ),
  );
  const article = language === 'ar' ? 4 : 0;
  const alike = `.{0,${article}}(?:${[...new Set(starts)].join('|')})`;
  const unfolded = `.{0,${article + SAME_BEGINNING - 1}}${NOT_FOLDED_IN_PLACE}`;
  return new RegExp(`^(?:${alike}|${unfolded})`, 'sv');
}

/** Finds the start of the part whose query words together have the most weight. Each query word counts once. */
function bestPlace(
  occurrences: readonly Occurrence[],
  weights: ReadonlyMap<string, number>,
): number {
  const inWindow = new Map<string, number>();
  let weight = 0;
  const count = (word: string, change: number): void => {
    const before = inWindow.get(word) ?? 0;
    inWindow.set(word, before + change);
    if (before === 0) weight += weights.get(word) ?? 0;
    else if (before + change === 0) weight -= weights.get(word) ?? 0;
  };
  let [best, most, next] = [0, 0, 0];
  for (const { word, start } of occurrences) {
    for (
      ;
      next < occurrences.length && occurrences[next]!.start < start + WIDTH - LEAD;
      next += 1
    ) {
      count(occurrences[next]!.word, 1);
    }
    if (weight > most + SAME_WEIGHT) {
      most = weight;
      best = start;
    }
    count(word, -1);
  }
  return best;
}

function startOf(text: string, place: number): number {
  const start = Math.max(place - LEAD, 0);
  if (start === 0) return 0;
  const space = text.indexOf(' ', start);
  if (space !== -1 && space < Math.min(start + SLACK, place)) return space + 1;
  return wordStart(text, start);
}

function endOf(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(' ', place);
  if (space > place - SLACK) return space;
  return wordStart(text, place);
}

/** Finds the last offset up to `place` where a word begins; in a word longer than `WORD`, where a character begins. */
function wordStart(text: string, place: number): number {
  let from = Math.max(place - WORD, 0);
  while (isInsideCharacter(text, from)) from += 1;
  const around = text.slice(from, place + WORD);
  const inside = segmenter.segment(around).containing(Math.min(place - from, around.length - 1));
  if (inside && inside.index > 0) return from + inside.index;
  let start = place;
  while (isInsideCharacter(text, start)) start -= 1;
  return start;
}

/** Whether a cut at `place` would separate a letter from its combining marks, or split a surrogate pair. */
function isInsideCharacter(text: string, place: number): boolean {
  return /^[\p{M}\udc00-\udfff]/u.test(text.slice(place, place + 2));
}

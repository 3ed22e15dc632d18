import { foldInPlace } from './fold.js';
import { SPACED } from './scripts.js';
import { coreOf } from './search-query.js';
import { stemsOf } from './stemmers.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';

/** A piece of a snippet; `mark`: it is one of the words that were searched. */
export interface SnippetPart {
  readonly text: string;
  readonly mark: boolean;
}

interface Occurrence {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** In UTF-16 units, like everything here. */
const WIDTH = 220;
/** How much of what stands before the first marked word is shown. */
const LEAD = 50;
/** How far a snippet is shortened so that it begins and ends between words. */
const SLACK = 20;
/** Words that begin otherwise never have the same stem, but for the articles of Arabic. In letters. */
const SAME_BEGINNING = 3;
/** Enough to choose the best place from. */
const MOST_OCCURRENCES = 200;

/**
 * Cuts out of a text the place where most of the words stand together, or its beginning if none of
 * them is there (it may be in the title alone). White space is made single.
 * @param language of the text: words that differ by their endings alone are marked too
 */
export function snippetOf(text: string, words: readonly Word[], language: string): SnippetPart[] {
  const flat = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const occurrences = occurrencesIn(flat, words, language);
  const start = startOf(flat, bestPlace(occurrences));
  const end = endOf(flat, start + WIDTH);
  const parts: SnippetPart[] = [];
  const add = (part: string, mark: boolean): void => {
    if (part !== '') parts.push({ text: part, mark });
  };
  let place = start;
  add(start > 0 ? '… ' : '', false);
  for (const occurrence of occurrences) {
    if (occurrence.start < place || occurrence.end > end) continue;
    add(flat.slice(place, occurrence.start), false);
    add(flat.slice(occurrence.start, occurrence.end), true);
    place = occurrence.end;
  }
  add(flat.slice(place, end), false);
  add(end < flat.length ? ' …' : '', false);
  return parts;
}

function occurrencesIn(text: string, words: readonly Word[], language: string): Occurrence[] {
  if (words.length === 0) return [];
  const spaced = words.filter((word) => word.writing === 'spaced');
  const inside = words.filter((word) => word.writing !== 'spaced');
  const asked = wordsByForm(spaced, language);
  const pattern = new RegExp(
    `(?<!${SPACED})(?<spaced>${beginnings(spaced, language)})${SPACED}*|${insides(inside)}`,
    'gv',
  );
  const found: Occurrence[] = [];
  for (const match of foldInPlace(text).matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const isSpaced = match.groups!['spaced'] !== undefined;
    const word = isSpaced ? asked(text.slice(start, end)) : match[0];
    if (word !== undefined) found.push({ word, start, end });
    if (found.length === MOST_OCCURRENCES) break;
  }
  return found;
}

/** Which of the words another is a form of. Each is stemmed once: texts repeat their words. */
function wordsByForm(words: readonly Word[], language: string) {
  const byForm = new Map<string | undefined, string>(
    words.flatMap((word) => formsOf(word, language).map((form) => [form, word.text] as const)),
  );
  const known = new Map<string, string | undefined>();
  return (text: string): string | undefined => {
    if (!known.has(text)) {
      known.set(text, byForm.get(formsIn(text, language).find((form) => byForm.has(form))));
    }
    return known.get(text);
  };
}

function formsOf(word: Word, language: string): string[] {
  return [word.text, ...stemsOf(word, language)];
}

function formsIn(text: string, language: string): string[] {
  return [...runsIn(text)].flatMap((run) =>
    [...wordsOf(run)].flatMap((word) => formsOf(word, language)),
  );
}

/** Before what may stand in front of a word only the dictionary of its language could tell. */
function beginnings(words: readonly Word[], language: string): string {
  const starts = words.flatMap((word) =>
    [word.accented, ...stemsOf(word, language)].map((form) =>
      Array.from(foldInPlace(form)).slice(0, SAME_BEGINNING).join(''),
    ),
  );
  if (starts.length === 0) return '[]';
  const article = language === 'ar' ? `${SPACED}{0,4}` : '';
  return `${article}(?:${[...new Set(starts)].join('|')})`;
}

function insides(words: readonly Word[]): string {
  // Longer words first: the first alternative that fits is taken.
  return (
    words
      .flatMap((word) => [word.text, coreOf(word)])
      .toSorted((one, other) => other.length - one.length)
      .join('|') || '[]'
  );
}

/** Where the window with the most different words begins. */
function bestPlace(occurrences: readonly Occurrence[]): number {
  const inWindow = new Map<string, number>();
  const count = (word: string, change: number): void => {
    const times = (inWindow.get(word) ?? 0) + change;
    if (times === 0) inWindow.delete(word);
    else inWindow.set(word, times);
  };
  let best = 0;
  let most = 0;
  let next = 0;
  for (const { word, start } of occurrences) {
    for (
      ;
      next < occurrences.length && occurrences[next]!.start < start + WIDTH - LEAD;
      next += 1
    ) {
      count(occurrences[next]!.word, 1);
    }
    if (inWindow.size > most) {
      most = inWindow.size;
      best = start;
    }
    count(word, -1);
  }
  return best;
}

function startOf(text: string, place: number): number {
  let start = Math.max(place - LEAD, 0);
  if (start === 0) return 0;
  const space = text.indexOf(' ', start);
  if (space !== -1 && space < Math.min(start + SLACK, place)) return space + 1;
  while (isInsideCharacter(text, start)) start += 1;
  return start;
}

function endOf(text: string, place: number): number {
  let end = place;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  if (space > end - SLACK) return space;
  while (isInsideCharacter(text, end)) end -= 1;
  return end;
}

/** Whether a cut here would part a letter from its marks, or the halves of a surrogate pair. */
function isInsideCharacter(text: string, place: number): boolean {
  return /^[\p{M}\udc00-\udfff]/u.test(text.slice(place, place + 2));
}

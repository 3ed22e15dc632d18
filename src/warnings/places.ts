import { codePoints } from '../platform/validation/rule.js';
import type { Lines, Passage } from './passages.js';

/** A place in the content, in UTF-16 code units. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

/** How far after the part before it a part of a passage is searched: marks of lists, quotations and emphasis. */
const WINDOW = 500;
/** Length of a text that is searched. */
const SEARCHED = 80;

/** The lines of a content, as the parser counts them. */
export class ContentLines {
  private known: readonly number[] | undefined;
  /** What was found last: places in one passage are in the order of its text. */
  private last?: { readonly passage: Passage; readonly start: number; readonly end: number };

  constructor(private readonly content: string) {}

  /** The positions of all lines. Most documents have nothing to find, so they are counted when they are needed. */
  private get starts(): readonly number[] {
    if (this.known) return this.known;
    const starts = [0];
    const end = this.content.includes('\r') ? /\r\n?|\n/g : /\n/g;
    while (end.test(this.content)) starts.push(end.lastIndex);
    this.known = starts;
    return starts;
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.content.length;
  }

  /** Returns the text of a line, without its end. */
  textOf(line: number): string {
    return this.content.slice(this.startOf(line), this.startOf(line + 1)).replace(/[\r\n]+$/, '');
  }

  /** Returns the place of a whole line. */
  placeOf(line: number): Place {
    return { at: this.startOf(line), length: this.textOf(line).length };
  }

  /** Finds a text in some lines; the first of these lines if the text is not there as it is. */
  find(text: string, [from, to]: Lines): Place {
    const at = this.content.indexOf(text, this.startOf(from));
    return at === -1 || at >= this.startOf(to) ? this.placeOf(from) : { at, length: text.length };
  }

  /** Finds in the content what stands between two positions of a passage; its first line if it is written otherwise. */
  placeIn(passage: Passage, start: number, end: number): Place {
    const limit = this.startOf(passage.lines[1]);
    let cursor = this.startOf(passage.lines[0]);
    let position = 0;
    for (const { text, source } of passage.parts) {
      if (position + text.length > start) break;
      position += text.length;
      const part = source.slice(0, SEARCHED);
      if (part.trim() === '') continue;
      const window = this.content.slice(cursor, Math.min(cursor + WINDOW + part.length, limit));
      const found = window.indexOf(part);
      if (found !== -1) cursor += found + source.length;
    }
    const { last } = this;
    if (last?.passage === passage && start > last.start) cursor = Math.max(cursor, last.end);
    const place = this.placeFrom(cursor, limit, passage.text.slice(start, end));
    if (!place) return this.placeOf(passage.lines[0]);
    this.last = { passage, start, end: place.at + place.length };
    return place;
  }

  /** Finds a text between two positions, also if the marks at its ends are written with a backslash. */
  private placeFrom(cursor: number, limit: number, wanted: string): Place | undefined {
    const inner = wanted.replace(/^\P{L}+|\P{L}+$/gu, '');
    const whole = this.indexOf(wanted, cursor, limit);
    const within = inner === '' ? limit : this.indexOf(inner, cursor, limit);
    if (whole < limit && whole <= within) return { at: whole, length: wanted.length };
    return within < limit ? { at: within, length: inner.length } : undefined;
  }

  /** Returns the position of a text; `limit` if it does not begin before that. */
  private indexOf(text: string, from: number, limit: number): number {
    const at = this.content.indexOf(text, from);
    return at === -1 ? limit : Math.min(at, limit);
  }
}

/** Converts positions in UTF-16 code units, in ascending order, to code points. */
export function pointsBefore(content: string, positions: readonly number[]): number[] {
  let last = 0;
  let points = 0;
  return positions.map((position) => {
    points += codePoints(content.slice(last, position));
    last = position;
    return points;
  });
}

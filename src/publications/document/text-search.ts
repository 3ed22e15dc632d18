/** A part of a text, in code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a text is found within a part of another, from left to right, not overlapping (Knuth, Morris and
 * Pratt). `indexOf` takes 3.6 s to find 20,000 characters in 200,000 that are made for it, and a request has 100 edits.
 */
export function occurrences(text: string, find: string, { start, end }: Span): Span[] {
  const borders = bordersOf(find);
  const found: Span[] = [];
  let matched = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && find.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (find.charCodeAt(matched) === unit) matched += 1;
    if (matched === find.length) {
      found.push({ start: at + 1 - matched, end: at + 1 });
      matched = 0;
    }
  }
  return found;
}

/** For each beginning of a text: the longest shorter one that it ends with. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (text.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}

const BUCKETS = 65_536;

/** Some characters as a number; different ones may share it. */
function gramAt(text: string, at: number, size: number): number {
  let gram = 0;
  for (let each = at; each < at + size; each += 1) gram = gram * 31 + text.charCodeAt(each);
  return gram % BUCKETS;
}

/**
 * The line of a text, from 0, that has most in common with what was looked for, whatever its capitals: in groups
 * of three characters or, where none has one of them, in single ones; the first where none has anything (contract 2).
 */
export function mostAlike(text: string, find: string): number {
  const folded = text.toLowerCase().replaceAll(/\r\n?/g, '\n');
  const sought = find.toLowerCase();
  return withMostGrams(folded, sought, 3) ?? withMostGrams(folded, sought, 1) ?? 0;
}

/** In one pass over the text, however long either is. */
function withMostGrams(text: string, find: string, size: number): number | undefined {
  const wanted = new Uint8Array(BUCKETS);
  for (let at = 0; at + size <= find.length; at += 1) wanted[gramAt(find, at, size)] = 1;
  let best: { line: number; share: number } | undefined;
  let line = 0;
  let start = 0;
  while (start <= text.length) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    let hits = 0;
    for (let at = start; at + size <= end; at += 1) hits += wanted[gramAt(text, at, size)]!;
    // Long lines have more of everything: what counts is the share of the line, and of what is sought.
    const share = hits / (Math.max(end - start, size) + find.length);
    if (hits > 0 && (!best || share > best.share)) best = { line, share };
    start = end + 1;
    line += 1;
  }
  return best?.line;
}

/** For so many places of a change the lines are reported (contract 2). */
export const MAX_REPORTED = 20;

/** The lines of a text, numbered from 1. */
export class Lines {
  private ends: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** The number of the line in which a position is. */
  at(position: number): number {
    this.ends ??= lineEnds(this.text);
    return lowerBound(this.ends, position) + 1;
  }

  /** Where places begin, of as many as are told of. */
  of(spans: readonly Span[]): number[] {
    return spans.slice(0, MAX_REPORTED).map(({ start }) => this.at(start));
  }
}

/** The first index of rising numbers whose number is not below `wanted`; behind the last, where each is. */
export function lowerBound(numbers: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where lines end: at a line feed, or at a carriage return that none follows (CommonMark, "line ending"). */
function lineEnds(text: string): number[] {
  return Array.from(text.matchAll(/\n|\r(?!\n)/g), ({ index }) => index);
}

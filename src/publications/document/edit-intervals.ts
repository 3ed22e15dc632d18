import { MAX_REPORTED } from './text-search.js';
import type { Span } from './text-search.js';

/** Places of a content that take the same text. */
export interface Change {
  /** Index of the edit, from 0. */
  readonly index: number;
  readonly occurrences: number;
  /** Sorted, not overlapping; an empty span lies between two characters. */
  readonly spans: readonly Span[];
  readonly text: string;
  /** A block begins after a blank line, and ends with one where another follows. */
  readonly block: { readonly before: boolean; readonly behind: boolean };
}

interface Interval extends Span {
  readonly change: Change;
}

/** A change that overlaps another. */
interface Overlap {
  readonly change: Change;
  /** The index of the other. */
  readonly other: number;
}

/**
 * The places of all changes, and their overlaps; one may begin where another ends. A hundred edits may find 200,000
 * places each, so that only the overlaps to report are kept, and an array holds the owner of each code unit: a sorted
 * list would have millions of entries.
 */
export class Intervals {
  private readonly changes: Change[] = [];
  private readonly others = new Map<number, number>();
  /** The first change of each code unit, by its index + 1. */
  private readonly changedBy: Uint8Array;
  /** As `changedBy`, without the first code unit of each place. */
  private readonly within: Uint8Array;

  /** @param length of the content, in code units */
  constructor(length: number) {
    this.changedBy = new Uint8Array(length);
    this.within = new Uint8Array(length);
  }

  /** Takes the places of a change, each index once and below 255. */
  add(change: Change): void {
    for (const { start, end } of change.spans) {
      for (let at = start; at < end; at += 1) {
        this.take(this.changedBy, at, change.index);
        if (at > start) this.within[at] ||= change.index + 1;
      }
    }
    const spans = this.others.has(change.index)
      ? change.spans.slice(0, MAX_REPORTED)
      : change.spans;
    this.changes.push({ ...change, spans });
  }

  private take(owners: Uint8Array, at: number, index: number): void {
    const owner = owners[at]!;
    if (owner === 0) owners[at] = index + 1;
    else this.noteOverlap(owner - 1, index);
  }

  private noteOverlap(one: number, other: number): void {
    if (!this.others.has(one)) this.others.set(one, other);
    if (!this.others.has(other)) this.others.set(other, one);
  }

  /** All overlaps, once all changes are added. */
  overlaps(): Overlap[] {
    for (const { index, spans } of this.changes) {
      for (const { start, end } of spans) {
        const owner = start === end ? (this.within[start] ?? 0) : 0;
        if (owner !== 0) this.noteOverlap(owner - 1, index);
      }
    }
    return this.changes.flatMap((change) => {
      const other = this.others.get(change.index);
      return other === undefined ? [] : [{ change, other }];
    });
  }

  /** Sorted by place, then by edit. */
  inOrder(): Interval[] {
    return this.changes
      .flatMap((change) => change.spans.map(({ start, end }) => ({ start, end, change })))
      .toSorted((a, b) => a.start - b.start || a.end - b.end || a.change.index - b.change.index);
  }
}

import { MAX_REPORTED } from './text-search.js';
import type { Span } from './text-search.js';

/** One edit, and all spans of the content that the edit replaces. Each span is replaced by the same text. */
export interface Change {
  /** Index of the edit, from 0. */
  readonly index: number;
  readonly occurrences: number;
  /** Sorted, and without overlap. An empty span is the position between two characters where text is inserted. */
  readonly spans: readonly Span[];
  readonly text: string;
  /** The section to which `text` is appended; absent for all other changes. */
  readonly appendedTo?: Span;
  /** Whether a blank line must separate `text` from the content before it (`before`) and after it (`behind`). */
  readonly block: { readonly before: boolean; readonly behind: boolean };
}

interface Interval extends Span {
  readonly change: Change;
}

interface Overlap {
  readonly change: Change;
  /** Index of the other change. */
  readonly other: number;
}

/**
 * Collects the spans of all changes and finds overlaps. Spans that only touch do not overlap. 100 edits can have
 * 200,000 spans each, which is too many for a sorted list. Therefore, an array stores the change of each code unit. An
 * overlapping change keeps only the spans that are reported.
 */
export class Intervals {
  private readonly changes: Change[] = [];
  private readonly others = new Map<number, number>();
  /** For each code unit, the first change that replaces the unit, as index + 1; 0 if no change replaces the unit. */
  private readonly changedBy: Uint8Array;
  /**
   * Like `changedBy`, without the first code unit of each span, because an insertion before this unit is no overlap.
   */
  private readonly within: Uint8Array;

  /** @param length length of the content, in code units */
  constructor(length: number) {
    this.changedBy = new Uint8Array(length);
    this.within = new Uint8Array(length);
  }

  /** Adds a change; its index must be new and below 255. */
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

  /**
   * Returns each change that overlaps other changes, with the index of one of these other changes. Must be called after
   * the last `add`.
   */
  overlaps(): Overlap[] {
    for (const { index, spans } of this.changes) {
      for (const { start, end } of spans) {
        const owner = start === end ? (this.within[start] ?? 0) : 0;
        if (owner !== 0) this.noteOverlap(owner - 1, index);
      }
    }
    this.noteLostSections();
    return this.changes.flatMap((change) => {
      const other = this.others.get(change.index);
      return other === undefined ? [] : [{ change, other }];
    });
  }

  /** Notes each block for a section that another change deletes, or replaces as a part of a larger section. */
  private noteLostSections(): void {
    for (const { index, appendedTo } of this.changes) {
      if (!appendedTo) continue;
      const { start: heading } = appendedTo;
      const lost = this.changes.find(({ block, spans, text }) => {
        const { start, end } = spans[0]!;
        return block.behind && heading < end && (text === '' ? start <= heading : start < heading);
      });
      if (lost) this.noteOverlap(lost.index, index);
    }
  }

  /** Returns all spans, sorted by start, then by end, then by index of the edit. */
  inOrder(): Interval[] {
    return this.changes
      .flatMap((change) => change.spans.map(({ start, end }) => ({ start, end, change })))
      .toSorted((a, b) => a.start - b.start || a.end - b.end || a.change.index - b.change.index);
  }
}

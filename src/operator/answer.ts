import type { Cell } from './table.js';

/** What a command has to say: the same facts for programs and for people. */
export interface Answer {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without. */
  readonly text: string;
}

/** An answer of any length: it is printed page by page while it is read. */
export interface Listing<T> {
  /** The items, which `--json` prints as one array. */
  readonly pages: AsyncIterable<readonly T[]>;
  /** The head of each page's table. */
  readonly head: readonly string[];
  /** The cells of an item in it. */
  row(this: void, item: T): readonly Cell[];
}

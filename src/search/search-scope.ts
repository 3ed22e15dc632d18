import type { Statement } from '../platform/database/statement.js';

/** The tables of entries; both have the columns that ranking reads. */
export type EntryTable = 'search_entry' | 'working_entry';

/** The searched documents: all that are public, or the drafts of one account. */
export interface SearchScope {
  /** Different for different scopes. */
  readonly name: string;
  readonly table: EntryTable;
  /** The condition that all its entries meet; `null`: the table holds no others. */
  readonly within: string | null;
  /** Runs one statement that changes nothing. */
  rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** The number of entries, and of the newest one. */
export interface IndexSize {
  readonly entries: number;
  /** The number of the newest entry. */
  readonly newest: number;
}

/** Size and languages of a scope. */
export interface ScopeSize extends IndexSize {
  /** Languages of its entries, at most 100. */
  readonly languages: readonly string[];
}

/**
 * How PostgreSQL runs the statements of a search. Nobody waits longer than 2 s for one. Without sequential scans it
 * uses the index of a small table, too: the planner's estimate of a scan leaves out the decompression of vectors.
 */
export const SEARCH_SETTINGS = ['statement_timeout = 2000', 'enable_seqscan = off'] as const;

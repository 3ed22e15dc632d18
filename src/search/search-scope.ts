import type { Statement } from '../platform/database/statement.js';

/** The tables of search entries. Both have the columns that the ranking reads. */
export type EntryTable = 'search_entry' | 'working_entry';

/** The documents that are searched: all public ones, or the working revisions of one account. */
export interface SearchScope {
  /** Identifies the scope: no two scopes have the same name. */
  readonly name: string;
  readonly table: EntryTable;
  /** The `tsquery` that all entries of the scope meet; `null` if the scope is the whole table. */
  readonly within: string | null;
  /** Runs a read-only statement. */
  rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** The size of a scope. */
export interface IndexSize {
  readonly entries: number;
  /** Number of the newest entry. Whenever a document is indexed, its entry gets the next number of the scope. */
  readonly newest: number;
}

/** Size and languages of a scope. */
export interface ScopeSize extends IndexSize {
  /** Languages of the entries, at most 100. */
  readonly languages: readonly string[];
}

/**
 * Settings of PostgreSQL for the statements of a search. A statement is cancelled after 2 s. Sequential scans are off,
 * because the planner ignores the cost of decompressing vectors, and would choose such scans for small tables.
 */
export const SEARCH_SETTINGS = ['statement_timeout = 2000', 'enable_seqscan = off'] as const;

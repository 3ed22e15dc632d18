import type { Statement } from '../platform/database/statement.js';

/** The tables of entries; both have the columns that ranking reads. */
export type EntryTable = 'search_entry' | 'working_entry';

/** What is searched: all that is public, or the drafts of one account. */
export interface SearchScope {
  /** Different for different scopes. */
  readonly name: string;
  readonly table: EntryTable;
  /** The condition that all its entries meet; `null`: the table holds no others. */
  readonly within: string | null;
  /** Runs one statement that changes nothing. */
  rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** How many entries there are, and where the newest are. */
export interface IndexSize {
  readonly entries: number;
  /** The number of the newest entry. */
  readonly newest: number;
}

/** What is known of a scope as a whole. */
export interface ScopeSize extends IndexSize {
  /** Of its entries; 100 at most. */
  readonly languages: readonly string[];
}

/**
 * How PostgreSQL runs the statements of a search. One that takes longer is of no use to anybody. And it looks into the
 * index, however small the table: what decompressing the vectors of a scan costs is in no estimate of the planner.
 */
export const SEARCH_SETTINGS = ['statement_timeout = 2000', 'enable_seqscan = off'] as const;

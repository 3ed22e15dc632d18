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

/** How long one statement of a search may take: a search that is longer under way is of no use to anybody. */
export const SEARCH_TIMEOUT_MS = 2_000;

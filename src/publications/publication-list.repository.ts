import { Injectable } from '@nestjs/common';
import {
  PUBLICATION_COLUMNS,
  PUBLICATION_TABLES,
  type PublicationRow,
} from '../documents/publication-row.js';
import { INDEX_STATUS_SQL, STATE_SQL } from '../documents/publication-state.js';
import type { Position } from '../platform/cursor/cursor.js';
import { AccountReads } from '../platform/database/database.js';
import { type ListPublicationsDto, MAX_LIMIT, type Sort } from './inputs.js';

/** A page of a list to read. */
export interface PageRequest {
  readonly accountId: string;
  readonly filters: Pick<ListPublicationsDto, 'state' | 'indexStatus' | 'locale' | 'slug' | 'tag'>;
  readonly sort: Sort;
  readonly after: Position | null;
  readonly limit: number;
}

/** Of the longest page, and one more, which tells whether there is a next. */
const MAX_ROWS = MAX_LIMIT + 1;

/** What each filter compares its value with. */
const FILTERS: Record<keyof PageRequest['filters'], (value: string) => string> = {
  state: (value) => `${STATE_SQL} = ${value}`,
  indexStatus: (value) => `${INDEX_STATUS_SQL} = ${value}`,
  locale: (value) => `p.locale = ${value}`,
  slug: (value) => `p.slug = ${value}`,
  tag: (value) => `${value} = ANY (r.tags)`,
};

@Injectable()
export class PublicationListRepository {
  constructor(private readonly reads: AccountReads) {}

  /** Reads by keyset: the index is entered where the page before ended, so depth costs nothing. */
  page({ accountId, filters, sort, after, limit }: PageRequest): Promise<PublicationRow[]> {
    const values: unknown[] = [accountId, limit];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const descending = sort.startsWith('-');
    const column = sort.endsWith('createdAt') ? 'p.created_at' : 'p.updated_at';
    const order = descending ? 'DESC' : 'ASC';
    const named = Object.entries(filters).filter(([, value]) => value !== undefined);
    const conditions = ['p.account_id = $1'];
    for (const [name, value] of named) {
      conditions.push(FILTERS[name as keyof typeof FILTERS](bind(value)));
    }
    if (after) {
      const position = `(${bind(new Date(after.at))}::timestamptz, ${bind(after.id)}::uuid)`;
      conditions.push(`(${column}, p.id) ${descending ? '<' : '>'} ${position}`);
    }
    // The planner cannot see $2 and would take it for a tenth of all: so costly that it would rather
    // plan anew for every page, which is more work than reading one.
    const text = `
      SELECT * FROM (
        SELECT ${PUBLICATION_COLUMNS} FROM ${PUBLICATION_TABLES}
        WHERE ${conditions.join(' AND ')}
        ORDER BY ${column} ${order}, p.id ${order} LIMIT ${MAX_ROWS}
      ) AS page LIMIT $2`;
    const name = ['list', sort, ...named.map(([key]) => key), after ? 'next' : 'first'];
    return this.reads.rows(accountId, { name: name.join('_'), text }, values);
  }
}

import { Injectable } from '@nestjs/common';
import {
  PUBLICATION_COLUMNS,
  PUBLICATION_TABLES,
  type PublicationRow,
} from './document/publication-row.js';
import { INDEX_STATUS_SQL, STATE_SQL } from './document/publication-state.js';
import type { Position } from '../platform/cursor/cursor.js';
import { AccountReads } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { OwnCondition } from '../search/entry.js';
import { type ListPublicationsDto, MAX_LIMIT, type Sort } from './dto/list-publications.dto.js';

/** What a list is narrowed by. */
export type ListFilters = Pick<
  ListPublicationsDto,
  'state' | 'indexStatus' | 'locale' | 'slug' | 'tag'
>;

/** A page of a list to read. */
export interface PageRequest {
  readonly accountId: string;
  readonly filters: ListFilters;
  readonly sort: Sort;
  readonly after: Position | null;
  readonly limit: number;
  /** Only these publications; absent: all. */
  readonly among?: readonly string[];
}

const LIST_THOSE: Statement = {
  name: 'list_those',
  text: `
    SELECT ${PUBLICATION_COLUMNS} FROM ${PUBLICATION_TABLES}
    WHERE p.account_id = $1 AND p.id = ANY ($2::uuid[])`,
};

/** Of the longest page, and one more, which tells whether there is a next. */
const MAX_ROWS = MAX_LIMIT + 1;

/** What each filter compares its value with. */
const FILTERS: Record<keyof ListFilters, (value: string) => string> = {
  state: (value) => `${STATE_SQL} = ${value}`,
  indexStatus: (value) => `${INDEX_STATUS_SQL} = ${value}`,
  locale: (value) => `p.locale = ${value}`,
  slug: (value) => `p.slug = ${value}`,
  tag: (value) => `${value} = ANY (r.tags)`,
};

/** The filters that are named, and the conditions that they are. */
function conditionsOf(
  filters: ListFilters,
  bind: (value: unknown) => string,
): { readonly names: string[]; readonly conditions: string[] } {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    names: named.map(([name]) => name),
    conditions: named.map(([name, value]) => FILTERS[name as keyof ListFilters](bind(value))),
  };
}

/** The filters as a condition of a search, but for the locale, which its index knows: each document is looked up. */
export function searchCondition({ locale: _, ...filters }: ListFilters): OwnCondition {
  const { names } = conditionsOf(filters, () => '');
  return {
    name: names.map((each) => `_${each}`).join(''),
    sql: (id, bind) => {
      const { conditions } = conditionsOf(filters, bind);
      if (conditions.length === 0) return '';
      // A value, not EXISTS, which the planner would turn into a join with all publications.
      return `AND (SELECT true FROM ${PUBLICATION_TABLES} WHERE p.id = ${id} AND ${conditions.join(' AND ')})`;
    },
  };
}

@Injectable()
export class PublicationListRepository {
  constructor(private readonly reads: AccountReads) {}

  /** Reads by keyset: the index is entered where the page before ended, so depth costs nothing. */
  page({ accountId, filters, sort, after, limit, among }: PageRequest): Promise<PublicationRow[]> {
    const values: unknown[] = [accountId, limit];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const descending = sort.startsWith('-');
    const column = sort.endsWith('createdAt') ? 'p.created_at' : 'p.updated_at';
    const order = descending ? 'DESC' : 'ASC';
    const named = conditionsOf(filters, bind);
    const conditions = ['p.account_id = $1', ...named.conditions];
    if (among) conditions.push(`p.id = ANY (${bind(among)}::uuid[])`);
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
    const name = ['list', sort, ...named.names, among ? 'among' : '', after ? 'next' : 'first'];
    return this.reads.rows(accountId, { name: name.filter(Boolean).join('_'), text }, values);
  }

  /** Publications of the account, in the order of `ids`. */
  async those(accountId: string, ids: readonly string[]): Promise<PublicationRow[]> {
    const rows = await this.reads.rows<PublicationRow>(accountId, LIST_THOSE, [accountId, ids]);
    return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }
}

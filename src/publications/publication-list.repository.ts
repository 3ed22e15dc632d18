import { Injectable } from '@nestjs/common';
import {
  ITEM_COLUMNS,
  PUBLICATION_TABLES,
  type PublicationRow,
} from '../documents/publication-row.js';
import { INDEX_STATUS_SQL, IS_RETURNED, STATE_SQL } from '../documents/publication-state.js';
import type { Position } from '../platform/cursor/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { DraftCondition } from '../search/entry.js';
import { warned } from '../warnings/warned.sql.js';
import { type ListPublicationsDto, MAX_LIMIT, type Sort } from './dto/list-publications.dto.js';

export type ListFilters = Omit<ListPublicationsDto, 'q' | 'limit' | 'cursor' | 'sort'>;

export interface PageRequest {
  readonly accountId: string;
  readonly filters: ListFilters;
  readonly sort: Sort;
  readonly after: Position | null;
  readonly limit: number;
  /** If present, the page has only publications with these ids. */
  readonly among?: readonly string[];
}

const LIST_THOSE: Statement = {
  name: 'list_those',
  text: `
    SELECT ${ITEM_COLUMNS} FROM ${PUBLICATION_TABLES}
    WHERE p.account_id = $1 AND p.id = ANY ($2::uuid[])`,
};

/** Rows of the longest page, plus one that shows whether there is a next page. */
const MAX_ROWS = MAX_LIMIT + 1;

/** Publications are counted up to this number (contract 4). */
const MAX_COUNTED = 1_000;
/**
 * Maximum number of publications that a count reads if the count has filters other than `locale` and `slug`. Reading
 * this many takes some tenths of a second.
 */
const MAX_LOOKED_AT = 50_000;
/** The filters that need only the table `publication`, not the revision or the release. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['locale', 'slug']);

interface Count {
  readonly total: number;
  /** Whether the count stopped at `MAX_LOOKED_AT` rows; if so, `total` can be too low. */
  readonly isPart: boolean;
}

/** The SQL condition of each filter; `value` is a placeholder. */
const FILTERS: Record<keyof ListFilters, (value: string) => string> = {
  state: (value) => `${STATE_SQL} = ${value}`,
  indexStatus: (value) => `${INDEX_STATUS_SQL} = ${value}`,
  locale: (value) => `p.locale = ${value}`,
  slug: (value) => `p.slug = ${value}`,
  tag: (value) => `r.document -> 'tags' ? ${value}`,
  unreleased: (value) => `(${value} AND l.published_version IS DISTINCT FROM p.version)`,
  returned: (value) => `(${value} AND ${IS_RETURNED})`,
  warnings: warned,
};

/** The values of all filters, always in the same order; `false` for a filter that is off. */
export const filterValues = (filters: ListFilters): unknown[] =>
  (Object.keys(FILTERS) as (keyof ListFilters)[]).map((name) => filters[name] ?? false);

interface Conditions {
  readonly names: string[];
  readonly conditions: string[];
  /**
   * Last part of the statement's name: two letters for each filter, because PostgreSQL cuts names to 63 bytes. Empty if
   * there are no filters.
   */
  readonly suffix: string;
}

function conditionsOf(filters: ListFilters, bind: (value: unknown) => string): Conditions {
  const named = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  return {
    names: named.map(([name]) => name),
    conditions: named.map(([name, value]) => FILTERS[name as keyof ListFilters](bind(value))),
    suffix: named.map(([name]) => `_${name.slice(0, 2)}`).join(''),
  };
}

/**
 * Makes the SQL condition that the draft search checks for each document. The draft search filters by `locale` itself.
 */
export function searchCondition({ locale: _, ...filters }: ListFilters): DraftCondition {
  return {
    name: conditionsOf(filters, () => '').suffix,
    sql: (id, bind) => {
      const { conditions } = conditionsOf(filters, bind);
      if (conditions.length === 0) return '';
      // Uses a scalar subquery, because the planner would turn EXISTS into a join with all publications.
      return `(SELECT true FROM ${PUBLICATION_TABLES} WHERE p.id = ${id} AND ${conditions.join(' AND ')})`;
    },
  };
}

@Injectable()
export class PublicationListRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reads one page. The index scan starts where the previous page ended, so a late page costs no more than the first.
   */
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
    // The inner LIMIT is a constant. With `LIMIT $2` alone, the planner would expect to read a tenth of all rows. The
    // plan would seem so expensive that PostgreSQL would plan every query again, which takes longer than reading a
    // page.
    const text = `
      SELECT * FROM (
        SELECT ${ITEM_COLUMNS} FROM ${PUBLICATION_TABLES}
        WHERE ${conditions.join(' AND ')}
        ORDER BY ${column} ${order}, p.id ${order} LIMIT ${MAX_ROWS}
      ) AS page LIMIT $2`;
    const kind = `${among ? '_among' : ''}_${after ? 'next' : 'first'}`;
    const name = `list_${sort}${named.suffix}${kind}`;
    return this.database.accountRows(accountId, { name, text }, values);
  }

  /**
   * Counts the publications that pass the filters. Returns `null` if there are more than `MAX_COUNTED` publications, or
   * if the count stopped at `MAX_LOOKED_AT` rows.
   */
  async count(accountId: string, filters: ListFilters): Promise<number | null> {
    const values: unknown[] = [accountId];
    const { names, conditions, suffix } = conditionsOf(
      filters,
      (value) => `$${values.push(value)}`,
    );
    const ofAddress = conditions.filter((_, at) => OF_ADDRESS.has(names[at]!));
    const derived = conditions.filter((_, at) => !OF_ADDRESS.has(names[at]!));
    const looked = (most: number): string => `
      SELECT p.* FROM publication p
      WHERE ${['p.account_id = $1', 'p.version > 0', ...ofAddress].join(' AND ')} LIMIT ${most}`;
    const text =
      derived.length === 0
        ? `
      SELECT count(*)::integer AS total, false AS "isPart" FROM (${looked(MAX_COUNTED + 1)}) AS counted`
        : `
      SELECT count(*)::integer AS total,
             (SELECT count(*) FROM (${looked(MAX_LOOKED_AT)}) AS looked) = ${MAX_LOOKED_AT} AS "isPart"
      FROM (
        SELECT FROM ${PUBLICATION_TABLES.replace('publication p', `(${looked(MAX_LOOKED_AT)}) p`)}
        WHERE ${derived.join(' AND ')} LIMIT ${MAX_COUNTED + 1}
      ) AS counted`;
    const statement = { name: `list_count${suffix}`, text };
    const rows = await this.database.accountRows<Count>(accountId, statement, values);
    const { total, isPart } = rows[0]!;
    return isPart || total > MAX_COUNTED ? null : total;
  }

  /** Reads the publications of the account with these ids, in the order of `ids`. */
  async those(accountId: string, ids: readonly string[]): Promise<PublicationRow[]> {
    const rows = await this.database.accountRows<PublicationRow>(accountId, LIST_THOSE, [
      accountId,
      ids,
    ]);
    return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }
}

import type { Statement } from '../platform/database/statement.js';
import { type EntryTable, SEARCH_SETTINGS } from './search-scope.js';

const counting = (table: EntryTable): Statement => ({
  name: `${table}_count`,
  text: `
    SELECT ARRAY(
             SELECT (WITH found AS MATERIALIZED (SELECT FROM ${table} WHERE vector @@ condition)
                     SELECT count(*)::integer FROM (SELECT FROM found LIMIT $2) AS counted)
               FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (condition, place)
              ORDER BY place
           ) AS counts`,
  settings: SEARCH_SETTINGS,
});

/**
 * For each condition in $1, counts the entries that meet it, up to $2. The LIMIT is outside the CTE so that the planner
 * uses the index (see `stage` in ranking.statements.ts).
 */
export const COUNT: Readonly<Record<EntryTable, Statement>> = {
  search_entry: counting('search_entry'),
  working_entry: counting('working_entry'),
};

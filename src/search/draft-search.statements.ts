import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { DraftCondition } from './entry.js';
import { BEST_FIRST, ranked, SHOWN_PART } from './ranking.statements.js';
import { SEARCH_SETTINGS } from './search-scope.js';

/** Size and languages of the draft index of account $1; no row if the index has no entries. */
export const DRAFT_INDEX_SIZE: Statement = {
  name: 'draft_index_size',
  text: `
    SELECT languages, entries::float8 AS entries, puts::float8 AS newest
      FROM working_account WHERE account_id = $1`,
};

/** Makes the statement that finds publication ids, best first. `bound` has the parameters that `condition` adds. */
export function findDrafts(condition: DraftCondition) {
  const bound: Record<string, unknown> = {};
  const bind = (value: unknown): string => {
    const name = `condition${Object.keys(bound).length}`;
    bound[name] = value;
    return `$${name}`;
  };
  const statement = namedStatement<object>(
    `draft_find${condition.name}`,
    `
    ${ranked('working_entry', condition.sql('working_entry.publication_id', bind))}
    SELECT e.publication_id AS id FROM hit JOIN working_entry e ON e.ctid = hit.tid
     ORDER BY ${BEST_FIRST}`,
    SEARCH_SETTINGS,
  );
  return { statement, bound };
}

interface BodiesAsked {
  readonly locales: readonly string[];
  readonly slugs: readonly string[];
  readonly places: readonly string[];
  readonly shown: number;
}

/** Reads the bodies of drafts, or parts of long bodies, from which snippets are cut. */
export const DRAFT_BODIES = namedStatement<BodiesAsked>(
  'draft_bodies',
  `
    SELECT e.locale, e.slug, ${SHOWN_PART} AS body
      FROM unnest($locales::text[], $slugs::text[]) AS asked (locale, slug)
      JOIN working_entry e ON e.locale = asked.locale AND e.slug = asked.slug`,
);

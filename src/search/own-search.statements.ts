import type { Statement } from '../platform/database/statement.js';
import type { OwnCondition } from './entry.js';
import { ranked, shownBody, weighed } from './ranking.statements.js';

/** What ranking knows of account $1; no row: nothing of it is indexed. */
export const OWN_SIZE: Statement = {
  name: 'own_size',
  text: `
    SELECT languages, entries::float8 AS entries, puts::float8 AS newest
      FROM working_account WHERE account_id = $1`,
};

/** $1 conditions, $2 how far they are counted, $3 the account: its size is exact. */
export const WEIGH_OWN: Statement = {
  name: 'own_weigh',
  text: weighed(
    'working_entry',
    `coalesce((SELECT entries FROM working_account WHERE account_id = $3), 0)`,
    `coalesce((SELECT puts FROM working_account WHERE account_id = $3), 0)`,
  ),
};

/** The ids of what is found, best first: $1 to $9 as `ranked`, then what the condition binds. */
export function findOwn(condition: OwnCondition, bind: (value: unknown) => string): Statement {
  return {
    name: `own_find${condition.name}`,
    text: `
    ${ranked('working_entry', condition.sql('working_entry.publication_id', bind))}
    SELECT e.publication_id AS id FROM hit JOIN working_entry e ON e.ctid = hit.tid
     ORDER BY is_far, rank DESC, hit.published_at DESC, e.locale, e.slug`,
  };
}

/** Of the documents at locales $1 and slugs $2 what snippets are cut from; $3 characters, $4 the rarest word. */
export const OWN_BODIES: Statement = {
  name: 'own_bodies',
  text: `
    SELECT e.locale, e.slug, ${shownBody('$3', '$4')} AS body
      FROM unnest($1::text[], $2::text[]) AS asked (locale, slug)
      JOIN working_entry e ON e.locale = asked.locale AND e.slug = asked.slug`,
};

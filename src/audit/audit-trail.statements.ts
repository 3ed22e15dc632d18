import type { Statement } from '../platform/database/statement.js';

const WRITE = `
  SELECT created_at AS time, id, account_id AS "accountId", channel,
         key_id AS "keyId", client, operator,
         operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
         approved_by AS "approvedBy", NULL::jsonb AS details
  FROM accepted_write`;
const ACTION = `
  SELECT created_at, id, account_id, 'operator', NULL, NULL, operator, action,
         (details ->> 'publicationId')::uuid, NULL, NULL, NULL, details
  FROM operator_action`;

/** Decisions that sent a revision back. Decisions to release are accepted writes, which `WRITE` selects. */
const RETURNED = `
  SELECT created_at, id, account_id, channel, key_id, client, NULL, 'send back', publication_id, version,
         request_id, NULL, jsonb_build_object('by', decided_by, 'note', note)
  FROM decision`;

/**
 * Makes a statement that reads at most $3 entries after time $1 and id $2, of all accounts or only of account $4. Each
 * part of the UNION has its own index.
 */
function trail(name: string, ofAccount: string): Statement {
  const part = (select: string, age: string): string => `
    (${select} WHERE ${age} (created_at, id) > ($1, $2) ${ofAccount} ORDER BY created_at, id LIMIT $3)`;
  return {
    name,
    text: `
      SELECT * FROM (
        ${part(WRITE, 'idempotency_key IS NOT NULL AND')}
        UNION ALL ${part(WRITE, 'idempotency_key IS NULL AND')}
        UNION ALL ${part(RETURNED, `outcome = 'returned' AND`)}
        UNION ALL ${part(ACTION, '')}
      ) AS trail
      ORDER BY time, id LIMIT $3`,
  };
}

export const READ_TRAIL = trail('audit_trail', '');

// The index by account is a partial index. PostgreSQL uses a partial index only if the query repeats its condition,
// here `created_at > '-infinity'`.
export const READ_TRAIL_OF_ACCOUNT = trail(
  'audit_trail_of_account',
  `AND account_id = $4 AND created_at > '-infinity'`,
);

/** The time $1 seconds ago, by the clock of the database. The times of rows come from the same clock. */
export const SECONDS_AGO: Statement = {
  name: 'audit_seconds_ago',
  text: `SELECT now() - $1 * interval '1 second' AS time`,
};

export const THIS_MOMENT: Statement = {
  name: 'audit_this_moment',
  text: `SELECT date_trunc('milliseconds', clock_timestamp()) AS time`,
};

/** Start time of the oldest transaction that is running in this database. */
export const OLDEST_TRANSACTION: Statement = {
  name: 'audit_oldest_transaction',
  text: `
    SELECT date_trunc('milliseconds', least(clock_timestamp(), min(xact_start))) AS time
      FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
};

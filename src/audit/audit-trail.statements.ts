import type { Statement } from '../platform/database/statement.js';

const WRITE = `
  SELECT number, created_at AS time, id, account_id AS "accountId", channel,
         key_id AS "keyId", client, operator,
         operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
         (SELECT decided_by FROM decision d WHERE d.id = w.id) AS "approvedBy",
         CASE operation WHEN 'publish' THEN (SELECT jsonb_build_object('despite', d.despite) FROM decision d
                                             WHERE d.id = w.id AND d.despite IS NOT NULL) END AS details
  FROM accepted_write w`;
const ACTION = `
  SELECT number, created_at, id, account_id, 'operator', NULL, NULL, operator, action,
         (details ->> 'publicationId')::uuid, NULL, NULL, NULL, details
  FROM operator_action`;

/** Decisions that released nothing. Decisions to release are accepted writes, which `WRITE` selects. */
const DECIDED = `
  SELECT number, created_at, id, account_id, channel, key_id, client, NULL,
         CASE outcome WHEN 'approved' THEN 'approve' ELSE 'send back' END, publication_id, version,
         request_id, CASE outcome WHEN 'approved' THEN decided_by END,
         CASE outcome WHEN 'returned' THEN jsonb_build_object('by', decided_by, 'note', note) END
  FROM decision`;

/**
 * Makes a statement that reads the $3 entries with the next numbers after $1 that are not before time $2, of all
 * accounts or only of account $4. Each part of the UNION has its own index. The times neither order nor end the search:
 * the clock of the database can go back.
 */
function trail(name: string, ofAccount: string): Statement {
  const part = (select: string, kind = ''): string => `
    (${select} WHERE ${kind} number > $1::bigint AND created_at >= $2 ${ofAccount} ORDER BY number LIMIT $3)`;
  return {
    name,
    text: `
      SELECT * FROM (
        ${part(WRITE)}
        UNION ALL ${part(DECIDED, `outcome <> 'released' AND`)}
        UNION ALL ${part(ACTION)}
      ) AS trail
      ORDER BY number LIMIT $3`,
  };
}

export const READ_TRAIL = trail('audit_trail', '');

// The index by account is a partial index. PostgreSQL uses a partial index only if the query repeats its condition,
// here `number > 0`.
export const READ_TRAIL_OF_ACCOUNT = trail(
  'audit_trail_of_account',
  'AND account_id = $4 AND number > 0',
);

/** The time $1 seconds ago, by the clock of the database. The times of rows come from the same clock. */
export const SECONDS_AGO: Statement = {
  name: 'audit_seconds_ago',
  text: `SELECT now() - $1 * interval '1 second' AS time`,
};

/** The highest number that was given to an entry; 0 if none was. */
export const LAST_NUMBER: Statement = {
  name: 'audit_last_number',
  text: `SELECT CASE WHEN is_called THEN last_value ELSE 0 END::float8 AS number FROM audit_number`,
};

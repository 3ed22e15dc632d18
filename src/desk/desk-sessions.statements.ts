import type { Statement } from '../platform/database/statement.js';

/** A session that has not ended by itself: 8 hours after its last request, 24 after its first (contract 13). */
const LASTS = `(s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours')`;

/** Adds the session of the token hash $1: $2 account, $3 key, $4 name. Those that have ended go with it. */
export const INSERT_SESSION: Statement = {
  name: 'desk_session_insert',
  text: `
    WITH ended AS (DELETE FROM desk_session s WHERE NOT ${LASTS})
    INSERT INTO desk_session (token_hash, account_id, key_id, name) VALUES ($1, $2, $3, $4)`,
};

/** The session of the token hash $1, while its key and its account are good for it. */
export const USE_SESSION: Statement = {
  name: 'desk_session_use',
  text: `
    UPDATE desk_session s SET used_at = now()
    FROM publisher_key k JOIN account a ON a.id = k.account_id
    WHERE s.token_hash = $1 AND k.id = s.key_id AND ${LASTS}
      AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
      AND k.scopes @> '{read,publish}' AND a.status = 'active'
    RETURNING s.name, s.key_id AS "keyId", a.id AS "accountId", a.name AS "accountName", k.scopes`,
};

/** Ends the session of the token hash $1. */
export const END_SESSION: Statement = {
  name: 'desk_session_end',
  text: `DELETE FROM desk_session WHERE token_hash = $1`,
};

/** Who is signed in, for the account $1 or for any: the newest first. */
export const READ_SESSIONS: Statement = {
  name: 'desk_session_list',
  text: `
    SELECT s.account_id AS "accountId", s.key_id AS "keyId", s.name, s.created_at AS "createdAt",
           s.used_at AS "usedAt"
    FROM desk_session s WHERE ${LASTS} AND ($1::uuid IS NULL OR s.account_id = $1)
    ORDER BY s.created_at DESC, s.token_hash`,
};

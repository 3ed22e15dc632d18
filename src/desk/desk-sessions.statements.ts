import { LIVE_KEY, SESSION_LASTS, SESSION_NOT_RESUMED } from '../keys/live-key.sql.js';
import type { Statement } from '../platform/database/statement.js';

/** SQL condition: the account is active, and was not resumed after the session began. */
const OF_ACTIVE_ACCOUNT = `(a.status = 'active' AND ${SESSION_NOT_RESUMED})`;

/** SQL condition: the key of the session is neither revoked nor expired, and has `read` and `publish`. */
const OF_VALID_KEY = `(${LIVE_KEY} AND k.scopes @> '{read,publish}')`;

/** Adds a session ($1 token hash, $2 account, $3 key, $4 name) and deletes all expired sessions. */
export const INSERT_SESSION: Statement = {
  name: 'desk_session_insert',
  text: `
    WITH ended AS (DELETE FROM desk_session s WHERE NOT ${SESSION_LASTS})
    INSERT INTO desk_session (token_hash, account_id, key_id, name) VALUES ($1, $2, $3, $4)`,
};

/**
 * Marks the session with token hash $1 as used now, and returns the session. Returns no row if session, key or account
 * is not valid.
 */
export const USE_SESSION: Statement = {
  name: 'desk_session_use',
  text: `
    UPDATE desk_session s SET used_at = now()
    FROM publisher_key k JOIN account a ON a.id = k.account_id
    WHERE s.token_hash = $1 AND k.id = s.key_id AND ${SESSION_LASTS}
      AND ${OF_VALID_KEY} AND ${OF_ACTIVE_ACCOUNT}
    RETURNING s.name, s.key_id AS "keyId", a.id AS "accountId", a.name AS "accountName", k.scopes`,
};

export const END_SESSION: Statement = {
  name: 'desk_session_end',
  text: `DELETE FROM desk_session WHERE token_hash = $1`,
};

/** Reads the live sessions of account $1, newest first; of all accounts if $1 is null. */
export const READ_SESSIONS: Statement = {
  name: 'desk_session_list',
  text: `
    SELECT s.account_id AS "accountId", s.key_id AS "keyId", s.name, s.created_at AS "createdAt",
           s.used_at AS "usedAt"
    FROM desk_session s JOIN account a ON a.id = s.account_id JOIN publisher_key k ON k.id = s.key_id
    WHERE ${SESSION_LASTS} AND ${OF_VALID_KEY} AND ${OF_ACTIVE_ACCOUNT}
      AND ($1::uuid IS NULL OR s.account_id = $1)
    ORDER BY s.created_at DESC, s.token_hash`,
};

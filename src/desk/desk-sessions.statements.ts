import { SESSION_LASTS, SESSION_NOT_RESUMED, SESSION_OF_APPROVER } from '../keys/live-key.sql.js';
import type { Statement } from '../platform/database/statement.js';

/** Session `s`, its approver `person` and its account `a`, if all three are valid. */
const LIVE_SESSION = `${SESSION_OF_APPROVER} AND a.id = s.account_id AND a.status = 'active'
      AND ${SESSION_NOT_RESUMED} AND ${SESSION_LASTS}`;

/** Adds a session ($1 token hash, $2 account, $3 approver, $4 rotations of the key) and deletes all expired sessions. */
export const INSERT_SESSION: Statement = {
  name: 'desk_session_insert',
  text: `
    WITH ended AS (DELETE FROM desk_session s WHERE NOT ${SESSION_LASTS})
    INSERT INTO desk_session (token_hash, account_id, approver_id, rotations) VALUES ($1, $2, $3, $4)`,
};

/**
 * Marks the session with token hash $1 as used now, and returns the session. Returns no row if session, approver or
 * account is not valid.
 */
export const USE_SESSION: Statement = {
  name: 'desk_session_use',
  text: `
    UPDATE desk_session s SET used_at = now()
    FROM approver person, account a
    WHERE s.token_hash = $1 AND ${LIVE_SESSION}
    RETURNING person.name, person.id AS "keyId", a.id AS "accountId", a.name AS "accountName",
              CASE a.release_rule WHEN 'desk' THEN a.approvals ELSE 1 END AS approvals,
              a.release_rule = 'other-key' AS "othersRelease"`,
};

/**
 * Stores the hash ($2) of the key of a feed for the approver of the session with token hash $1. Returns no row if the
 * session is not valid, even if it ended at the same time.
 */
export const SET_FEED: Statement = {
  name: 'desk_session_set_feed',
  text: `
    UPDATE approver person SET feed_hash = $2 FROM desk_session s, account a
    WHERE s.token_hash = $1 AND ${LIVE_SESSION}
    RETURNING person.id`,
};

export const END_SESSION: Statement = {
  name: 'desk_session_end',
  text: `DELETE FROM desk_session WHERE token_hash = $1`,
};

/** Deletes the sessions of account $1, or of all accounts if it is null. */
export const END_SESSIONS: Statement = {
  name: 'desk_session_end_all',
  text: `DELETE FROM desk_session WHERE $1::uuid IS NULL OR account_id = $1 RETURNING account_id`,
};

/** Reads the live sessions of account $1, newest first; of all accounts if $1 is null. */
export const READ_SESSIONS: Statement = {
  name: 'desk_session_list',
  text: `
    SELECT s.account_id AS "accountId", s.approver_id AS "approverId", person.name,
           s.created_at AS "createdAt", s.used_at AS "usedAt"
    FROM desk_session s, approver person, account a
    WHERE ${LIVE_SESSION} AND ($1::uuid IS NULL OR s.account_id = $1)
    ORDER BY s.created_at DESC, s.token_hash`,
};

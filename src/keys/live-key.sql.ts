/**
 * SQL condition that key `k` is neither revoked nor expired. The condition uses the clock of the database, which also
 * set the expiry.
 */
export const LIVE_KEY = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`;

/**
 * SQL condition: session `s` has not expired. A session expires 8 hours after its last request, and not later than 24
 * hours after sign-in (contract 13).
 */
export const SESSION_LASTS = `(s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours')`;

/**
 * SQL condition: account `a` was not resumed after session `s` began. A suspension ends all sessions of an account, and
 * resuming the account does not restore them.
 */
export const SESSION_NOT_RESUMED = `(a.resumed_at IS NULL OR s.created_at > a.resumed_at)`;

/** SQL condition: the approver `person` of session `s` was not revoked, and the key that opened the session not rotated. */
export const SESSION_OF_APPROVER = `(person.id = s.approver_id AND person.revoked_at IS NULL
      AND person.rotations = s.rotations)`;

/**
 * Makes the SQL condition that a request is still authenticated. At the desk, its session with the token hash `session`
 * is live, and is that of the approver `keyId`. At the other interfaces, where `session` is null, its publisher key
 * `keyId` is live. Everything that commits or answers later than the guard checks this condition again (contract 7).
 * The status of the account is another condition, with another refusal.
 */
export const stillAuthenticated = (keyId: string, session: string): string => `
      CASE WHEN ${session}::bytea IS NULL
      THEN EXISTS (SELECT FROM publisher_key k WHERE k.id = ${keyId}::text AND ${LIVE_KEY})
      ELSE EXISTS (
        SELECT FROM desk_session s JOIN account a ON a.id = s.account_id JOIN approver person ON ${SESSION_OF_APPROVER}
        WHERE s.token_hash = ${session}::bytea AND s.approver_id = ${keyId}::text
          AND ${SESSION_LASTS} AND ${SESSION_NOT_RESUMED}) END`;

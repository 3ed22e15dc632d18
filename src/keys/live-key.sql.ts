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

/**
 * Makes the SQL condition that a request is still authenticated: its key `keyId` is live, and so is its desk session
 * with the token hash `session`, unless `session` is null. Everything that commits or answers later than the guard
 * checks this condition again (contract 7). The status of the account is another condition, with another refusal.
 */
export const stillAuthenticated = (keyId: string, session: string): string => `EXISTS (
      SELECT FROM publisher_key k
      WHERE k.id = ${keyId}::text AND ${LIVE_KEY} AND (${session}::bytea IS NULL OR EXISTS (
        SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
        WHERE s.token_hash = ${session}::bytea AND s.key_id = k.id
          AND ${SESSION_LASTS} AND ${SESSION_NOT_RESUMED})))`;

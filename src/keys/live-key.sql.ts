/**
 * SQL condition that key `k` is neither revoked nor expired. The condition uses the clock of the database, which also
 * set the expiry.
 */
export const LIVE_KEY = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`;

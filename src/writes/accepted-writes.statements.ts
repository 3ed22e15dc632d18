import type { Statement } from '../platform/database/statement.js';

/** $1 milliseconds. */
export const BOUND_LOCK_WAIT: Statement = {
  name: 'write_bound_lock_wait',
  text: `SELECT set_config('lock_timeout', $1, true)`,
};

/**
 * Claims the idempotency key, in a statement of its own: while another transaction holds the same
 * key this waits on the index, and when that one commits no row comes back.
 */
export const CLAIM_KEY: Statement = {
  name: 'write_claim',
  text: `
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, door,
                                operator, request_id, idempotency_key, fingerprint,
                                fingerprint_format)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
    RETURNING id`,
};

/** The write that holds a key; read after a lost claim, because that statement's snapshot is older. */
export const FIND_BY_KEY: Statement = {
  name: 'write_find',
  text: `
    SELECT id, fingerprint, fingerprint_format AS "fingerprintFormat", answer
    FROM accepted_write WHERE account_id = $1 AND idempotency_key = $2`,
};

export const RECORD_ANSWER: Statement = {
  name: 'write_answer',
  text: `UPDATE accepted_write SET answer = $2 WHERE id = $1`,
};

import type { Statement } from '../platform/database/statement.js';
import { keyLock } from './key-lock.js';

/**
 * Waits for the key of account $1, $2, at most $3 milliseconds; what is left of them is what any
 * statement after it may take, since one can wait for several locks, one after another.
 */
export const LOCK_KEY: Statement = {
  name: 'write_lock_key',
  text: `
    SELECT set_config('lock_timeout', $3::integer::text, true),
           pg_advisory_xact_lock(${keyLock('$1', '$2')}),
           set_config('statement_timeout', greatest($3::integer - (
             1000 * extract(epoch FROM clock_timestamp() - statement_timestamp())
           )::integer, 1)::text, true)`,
};

/** Claims the idempotency key; no row comes back where it stands for a committed write already. */
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

import type { Statement } from '../platform/database/statement.js';
import { QUOTA_COLUMNS } from '../quota/quota-columns.js';
import { spendingAccount, takenUnit } from '../quota/unit-parts.js';
import { keyLock } from './key-lock.js';

/**
 * No row where the key is known or in use: the steps wait for it, and replay. Else how long each lock is
 * waited for, to be read before the first is: the waits of one statement add up and must leave time to
 * the steps.
 */
const FRESH_KEY = `
    fresh_key AS (
      SELECT set_config('lock_timeout', '1s', true)
      WHERE NOT EXISTS (SELECT FROM accepted_write WHERE account_id = $2 AND idempotency_key = $9)
        AND pg_try_advisory_xact_lock(${keyLock('$2', '$9')})
    )`;

/**
 * An accepted write as one statement, which is one transaction and one round trip: half of the CPU
 * of the same in steps (docs/performance.md). It does everything or nothing, and says nothing about why.
 *
 * `change` is made of parts of a `WITH` that read account `a`, which has no row where nothing may be
 * spent. Its part `p` is the publication that it locked, which is $12 of the account $2, and
 * `changed`, read from `p`, has the `version`, `answer` and `content` of what it made. Each part reads
 * the one before, so that locks are taken in one order: key, publication, release, unit. Its own
 * parameters begin at $13.
 */
export const acceptAtOnce = (name: string, change: string): Statement => ({
  name,
  text: `
    WITH ${FRESH_KEY},
    ${spendingAccount('$2', '$3', '$4', 'fresh_key')},
    ${change},
    ${takenUnit('changed')},
    -- where the publication is locked, but the rest could not be done, its null undoes all
    record AS (
      INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, door,
                                  request_id, idempotency_key, fingerprint, fingerprint_format, answer)
      SELECT $1, $2, $5, p.id, CASE WHEN unit.used > 0 THEN changed.version END, $6, $7, $8, $9, $10,
             $11, changed.answer
      FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
    )
    SELECT changed.answer, changed.content, unit.used, ${QUOTA_COLUMNS} FROM a, changed, unit`,
});

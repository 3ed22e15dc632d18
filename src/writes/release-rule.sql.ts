import { APPROVALS } from '../documents/publication-state.js';

/**
 * SQL condition: with approver `$keyId`, as many different people as account `a` asks for approve revision `r`. Who
 * wrote `r` at the desk does not count if there are several.
 */
const ENOUGH_APPROVALS = `(a.approvals = 1 OR NOT (r.channel = 'desk' AND r.key_id = $keyId)
          AND 1 + (SELECT count(DISTINCT given.key_id) FROM (${APPROVALS}) given
                   WHERE given.key_id <> $keyId) >= a.approvals)`;

/** SQL condition: the approval of approver `$keyId` counts for revision `r`, but approvals of others are missing. */
export const LACKS_APPROVALS = `(
      $session::bytea IS NOT NULL AND a.release_rule = 'desk' AND NOT ${ENOUGH_APPROVALS}
      AND NOT (r.channel = 'desk' AND r.key_id = $keyId))`;

/**
 * Whether key or approver `$keyId` may release revision `r` (contract 7). True for operators, whose `$keyId` is null.
 * Only approvers have a `$session`. For the rule `other-key`, keys that replaced each other in rotations count as one
 * key.
 */
export const MAY_RELEASE = `(
      $keyId::text IS NULL OR CASE a.release_rule
        WHEN 'other-key' THEN NOT EXISTS (
          WITH RECURSIVE writer AS (
            SELECT r.key_id AS id
            UNION
            SELECT CASE k.id WHEN writer.id THEN k.successor_id ELSE k.id END
            FROM writer JOIN publisher_key k
              ON k.account_id = a.id AND k.successor_id IS NOT NULL AND writer.id IN (k.id, k.successor_id)
          )
          SELECT FROM writer WHERE id = $keyId)
        WHEN 'confirmed' THEN $session::bytea IS NOT NULL OR coalesce($approvedVia::text = 'host', false)
        WHEN 'desk' THEN $session::bytea IS NOT NULL AND ${ENOUGH_APPROVALS}
        ELSE true END)`;

import { RELEASE_RULES, type ReleaseRule } from '../accounts/account-facts.js';
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

/** SQL condition for each rule: key or approver `$keyId` may release revision `r`. Only approvers have a `$session`. */
const MAY_RELEASE_UNDER: Readonly<Record<ReleaseRule, string>> = {
  'any-key': 'true',
  // Keys that replaced each other in rotations count as one key.
  'other-key': `NOT EXISTS (
          WITH RECURSIVE writer AS (
            SELECT r.key_id AS id
            UNION
            SELECT CASE k.id WHEN writer.id THEN k.successor_id ELSE k.id END
            FROM writer JOIN publisher_key k
              ON k.account_id = a.id AND k.successor_id IS NOT NULL AND writer.id IN (k.id, k.successor_id)
          )
          SELECT FROM writer WHERE id = $keyId)`,
  confirmed: `$session::bytea IS NOT NULL OR coalesce($approvedVia::text = 'host', false)`,
  desk: `$session::bytea IS NOT NULL AND ${ENOUGH_APPROVALS}`,
};

/**
 * SQL condition: the release rule of account `a` lets key or approver `$keyId` release revision `r` (contract 7). True
 * for operators, whose `$keyId` is null.
 */
export const MAY_RELEASE = `(
      $keyId::text IS NULL OR CASE a.release_rule
        ${RELEASE_RULES.map((rule) => `WHEN '${rule}' THEN ${MAY_RELEASE_UNDER[rule]}`).join('\n        ')}
        ELSE false END)`;

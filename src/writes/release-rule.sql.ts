/**
 * Whether key `$keyId` may release revision `r` (contract 7). True for operators, whose `$keyId` is null. For the rule
 * `other-key`, keys that replaced each other in rotations count as one key.
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
        WHEN 'confirmed' THEN coalesce($approvedVia::text IN ('desk', 'host'), false)
        WHEN 'desk' THEN coalesce($approvedVia::text = 'desk', false)
        ELSE true END)`;

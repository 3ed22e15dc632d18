-- Generated from src/desk/desk-sessions.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- desk_session_insert
WITH ended AS (DELETE FROM desk_session s WHERE NOT (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours'))
INSERT INTO desk_session (token_hash, account_id, key_id, name) VALUES ($1, $2, $3, $4);

-- desk_session_use
UPDATE desk_session s SET used_at = now()
FROM publisher_key k JOIN account a ON a.id = k.account_id
WHERE s.token_hash = $1 AND k.id = s.key_id AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours')
  AND (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND k.scopes @> '{read,publish}') AND (a.status = 'active' AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))
RETURNING s.name, s.key_id AS "keyId", a.id AS "accountId", a.name AS "accountName", k.scopes;

-- desk_session_end
DELETE FROM desk_session WHERE token_hash = $1;

-- desk_session_list
SELECT s.account_id AS "accountId", s.key_id AS "keyId", s.name, s.created_at AS "createdAt",
       s.used_at AS "usedAt"
FROM desk_session s JOIN account a ON a.id = s.account_id JOIN publisher_key k ON k.id = s.key_id
WHERE (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND k.scopes @> '{read,publish}') AND (a.status = 'active' AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))
  AND ($1::uuid IS NULL OR s.account_id = $1)
ORDER BY s.created_at DESC, s.token_hash;

-- Generated from src/audit/audit-trail.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- audit_trail
    SELECT * FROM (
  (
SELECT created_at AS time, id, account_id AS "accountId", channel,
       key_id AS "keyId", client, operator,
       operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
       approved_by AS "approvedBy", NULL::jsonb AS details
FROM accepted_write WHERE idempotency_key IS NOT NULL AND (created_at, id) > ($1, $2)  ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at AS time, id, account_id AS "accountId", channel,
       key_id AS "keyId", client, operator,
       operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
       approved_by AS "approvedBy", NULL::jsonb AS details
FROM accepted_write WHERE idempotency_key IS NULL AND (created_at, id) > ($1, $2)  ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at, id, account_id, channel, key_id, client, NULL, 'send back', publication_id, version,
       request_id, NULL, jsonb_build_object('by', decided_by, 'note', note)
FROM decision WHERE outcome = 'returned' AND (created_at, id) > ($1, $2)  ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at, id, account_id, 'operator', NULL, NULL, operator, action,
       (details ->> 'publicationId')::uuid, NULL, NULL, NULL, details
FROM operator_action WHERE  (created_at, id) > ($1, $2)  ORDER BY created_at, id LIMIT $3)
    ) AS trail
    ORDER BY time, id LIMIT $3;

-- audit_trail_of_account
    SELECT * FROM (
  (
SELECT created_at AS time, id, account_id AS "accountId", channel,
       key_id AS "keyId", client, operator,
       operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
       approved_by AS "approvedBy", NULL::jsonb AS details
FROM accepted_write WHERE idempotency_key IS NOT NULL AND (created_at, id) > ($1, $2) AND account_id = $4 AND created_at > '-infinity' ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at AS time, id, account_id AS "accountId", channel,
       key_id AS "keyId", client, operator,
       operation AS action, publication_id AS "publicationId", version, request_id AS "requestId",
       approved_by AS "approvedBy", NULL::jsonb AS details
FROM accepted_write WHERE idempotency_key IS NULL AND (created_at, id) > ($1, $2) AND account_id = $4 AND created_at > '-infinity' ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at, id, account_id, channel, key_id, client, NULL, 'send back', publication_id, version,
       request_id, NULL, jsonb_build_object('by', decided_by, 'note', note)
FROM decision WHERE outcome = 'returned' AND (created_at, id) > ($1, $2) AND account_id = $4 AND created_at > '-infinity' ORDER BY created_at, id LIMIT $3)
      UNION ALL
  (
SELECT created_at, id, account_id, 'operator', NULL, NULL, operator, action,
       (details ->> 'publicationId')::uuid, NULL, NULL, NULL, details
FROM operator_action WHERE  (created_at, id) > ($1, $2) AND account_id = $4 AND created_at > '-infinity' ORDER BY created_at, id LIMIT $3)
    ) AS trail
    ORDER BY time, id LIMIT $3;

-- audit_seconds_ago
SELECT now() - $1 * interval '1 second' AS time;

-- audit_this_moment
SELECT date_trunc('milliseconds', clock_timestamp()) AS time;

-- audit_oldest_transaction
SELECT date_trunc('milliseconds', least(clock_timestamp(), min(xact_start))) AS time
  FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend';

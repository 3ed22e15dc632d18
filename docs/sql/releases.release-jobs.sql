-- Generated from src/releases/release-jobs.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- release_claim_in_turn
WITH RECURSIVE turn AS (
  SELECT coalesce(
    (SELECT account_id FROM release WHERE account_id > (SELECT $1::uuid) AND due_at <= now() ORDER BY account_id LIMIT 1),
    (SELECT account_id FROM release WHERE due_at <= now() ORDER BY account_id LIMIT 1)) AS account_id
  UNION
  SELECT coalesce(
    (SELECT account_id FROM release WHERE account_id > turn.account_id AND due_at <= now() ORDER BY account_id LIMIT 1),
    (SELECT account_id FROM release WHERE due_at <= now() ORDER BY account_id LIMIT 1)) FROM turn
), due AS MATERIALIZED (
  SELECT publication_id FROM turn CROSS JOIN LATERAL (
    SELECT publication_id FROM release WHERE account_id = turn.account_id AND due_at <= now() ORDER BY due_at
    LIMIT (SELECT $2::integer) - cardinality(array_positions((SELECT $3::uuid[]), turn.account_id))
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS oldest LIMIT (SELECT $4::integer)
)
UPDATE release l SET
  due_at = now() + $5 * interval '1 millisecond',
  attempts = l.attempts + 1,
  fencing_token = l.fencing_token + 1
WHERE l.publication_id = ANY (ARRAY (SELECT publication_id FROM due))
RETURNING
          l.publication_id AS "publicationId", l.account_id AS "accountId",
          l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
          l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
          l.fencing_token AS "fencingToken", l.traceparent;

-- release_extend
WITH at_once AS (SELECT set_config('synchronous_commit', 'off', true)), free AS (
  SELECT l.publication_id FROM unnest((SELECT $1::uuid[]), (SELECT $2::integer[])) AS held (publication_id, fencing_token) JOIN release l USING (publication_id, fencing_token)
  WHERE l.due_at IS NOT NULL FOR NO KEY UPDATE OF l SKIP LOCKED
)
UPDATE release l SET due_at = now() + $3 * interval '1 millisecond'
FROM free, at_once WHERE l.publication_id = free.publication_id;

-- release_mark_failed
UPDATE release SET
  error = CASE WHEN in_flight OR indexed_version IS DISTINCT FROM published_version
    THEN jsonb_build_object(
      'code', $3::text, 'message', $4::text,
      'version', CASE WHEN in_flight THEN requested_version ELSE published_version END,
      'failedAt', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    ELSE CASE WHEN error ->> 'code' = 'index_failed' THEN NULL ELSE error END END,
  due_at = CASE WHEN in_flight AND published_version IS DISTINCT FROM indexed_version THEN now() END,
  in_flight = false,
  attempts = 0
WHERE publication_id = $1 AND fencing_token = $2
RETURNING publication_id;

-- release_retry
UPDATE release SET due_at = now() + $3 * interval '1 millisecond'
WHERE publication_id = $1 AND fencing_token = $2;

-- release_give_back
UPDATE release l SET due_at = now(), attempts = l.attempts - 1, fencing_token = l.fencing_token + 1
FROM unnest((SELECT $1::uuid[]), (SELECT $2::integer[])) AS held (publication_id, fencing_token)
WHERE l.publication_id = held.publication_id AND l.fencing_token = held.fencing_token
  AND l.due_at IS NOT NULL;

-- release_withdraw
WITH withdrawn AS (
  UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                     withdrawn_at = now(), approved_by = NULL, decision_id = NULL,
                     indexed_version = NULL, attempts = 0, due_at = NULL,
                     fencing_token = fencing_token + 1
  WHERE publication_id = $1 AND (in_flight OR published_version IS NOT NULL)
  RETURNING publication_id, withdrawn_at
), versions AS (
  UPDATE released_revision v SET withdrawn_at = withdrawn.withdrawn_at
  FROM withdrawn WHERE v.publication_id = withdrawn.publication_id AND v.withdrawn_at IS NULL
)
SELECT publication_id FROM withdrawn;

-- release_count_indexable
SELECT count(*)::integer AS count FROM release WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed');

-- release_claim_indexable
  WITH next AS (
    SELECT publication_id FROM release WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed') AND NOT in_flight AND publication_id > $2::uuid
    ORDER BY publication_id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE release l SET
    due_at = now() + $4 * interval '1 millisecond',
    attempts = 1,
    fencing_token = l.fencing_token + 1
  FROM next WHERE l.publication_id = next.publication_id
  RETURNING
            l.publication_id AS "publicationId", l.account_id AS "accountId",
            l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
            l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
            l.fencing_token AS "fencingToken", l.traceparent;

-- release_claim_passed_over
  WITH next AS (
    SELECT publication_id FROM release WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed') AND NOT in_flight AND publication_id = ANY ($2::uuid[])
    ORDER BY publication_id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE release l SET
    due_at = now() + $4 * interval '1 millisecond',
    attempts = 1,
    fencing_token = l.fencing_token + 1
  FROM next WHERE l.publication_id = next.publication_id
  RETURNING
            l.publication_id AS "publicationId", l.account_id AS "accountId",
            l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
            l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
            l.fencing_token AS "fencingToken", l.traceparent;

-- release_claim_idle
  WITH next AS (
    SELECT publication_id FROM release WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed') AND NOT in_flight AND publication_id = ANY ($2::uuid[]) AND due_at IS NULL
   AND NOT EXISTS (SELECT FROM release AS due WHERE due.due_at <= now())
    ORDER BY publication_id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE release l SET
    due_at = now() + $4 * interval '1 millisecond',
    attempts = 1,
    fencing_token = l.fencing_token + 1
  FROM next WHERE l.publication_id = next.publication_id
  RETURNING
            l.publication_id AS "publicationId", l.account_id AS "accountId",
            l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
            l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
            l.fencing_token AS "fencingToken", l.traceparent;

-- release_passed_over
  SELECT publication_id AS id FROM release
  WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed') AND publication_id > $2::uuid AND publication_id <= $3::uuid
    AND publication_id <> ALL ($4::uuid[]);

-- release_still_to_index
  SELECT publication_id AS id FROM release
  WHERE published_version IS NOT NULL
AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed') AND publication_id = ANY ($2::uuid[]);

-- release_queue
SELECT count(*)::integer AS depth,
       coalesce(extract(epoch FROM now() - min(requested_at)), 0)::float8 AS "oldestSeconds",
       greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "lagSeconds"
FROM release
WHERE due_at IS NOT NULL AND (in_flight OR indexed_version IS DISTINCT FROM published_version);

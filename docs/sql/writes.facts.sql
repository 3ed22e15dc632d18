-- Generated from src/writes/facts.sql.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- write_facts
WITH a AS (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $1::integer ELSE $2::integer END) AS daily_limit
FROM account WHERE id = $3), known AS (
  SELECT w.id, encode(w.fingerprint, 'hex') AS fingerprint,
         w.fingerprint_format AS "fingerprintFormat", w.answer, r.content
  FROM accepted_write w JOIN revision r ON r.publication_id = w.publication_id AND r.version = w.version
  WHERE w.account_id = $3 AND w.idempotency_key = $4
), current AS (
  SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia",
CASE WHEN (
back.id IS NOT NULL AND NOT coalesce(l.in_flight, false)
AND l.published_version IS DISTINCT FROM p.version) THEN json_build_object(
  'version', back.version, 'note', back.note, 'by', back.decided_by,
  'at', to_char(back.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS returned, l.due_at IS NOT NULL AS "releaseDue",
         EXISTS (SELECT FROM revision WHERE publication_id = $5
                                      AND version = $6) AS restorable,
         EXISTS (SELECT FROM erasure WHERE publication_id = $5
                                     AND version = $6) AS "restoreErased",
         to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "changedAt", r.key_id AS "changedBy",
         r.channel AS "changedThrough",
         array_remove(ARRAY[CASE WHEN seen.title <> r.title THEN 'title' END, CASE WHEN seen.content <> r.content OR seen.content_length <> r.content_length THEN 'content' END, CASE WHEN seen.description <> r.description THEN 'description' END, CASE WHEN seen.tags <> r.tags THEN 'tags' END, CASE WHEN seen.sources <> r.sources THEN 'sources' END, CASE WHEN seen.author_kind <> r.author_kind OR seen.author_name <> r.author_name THEN 'author' END, CASE WHEN seen.intent <> r.intent THEN 'intent' END], NULL) AS "changedFields", (
    $7::text IS NULL OR CASE a.release_rule
      WHEN 'other-key' THEN NOT EXISTS (
        WITH RECURSIVE writer AS (
          SELECT r.key_id AS id
          UNION
          SELECT CASE k.id WHEN writer.id THEN k.successor_id ELSE k.id END
          FROM writer JOIN publisher_key k
            ON k.account_id = a.id AND k.successor_id IS NOT NULL AND writer.id IN (k.id, k.successor_id)
        )
        SELECT FROM writer WHERE id = $7)
      WHEN 'confirmed' THEN coalesce($8::text IN ('desk', 'host'), false)
      WHEN 'desk' THEN coalesce($8::text = 'desk', false)
      ELSE true END) AS "mayRelease",
         (
    SELECT json_agg(json_build_object('sha256', sha256, 'reason', reason) ORDER BY place)
    FROM (
      SELECT n.sha256, CASE WHEN n.is_described THEN 'missing' ELSE 'no_alternative_text' END AS reason, n.place
      FROM revision_picture n
      WHERE n.publication_id = r.publication_id AND n.version = r.version
        AND (NOT n.is_described OR NOT EXISTS (SELECT FROM picture x WHERE x.account_id = a.id AND x.sha256 = n.sha256))) AS faulty) AS "faultyPictures"
  FROM a,
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
  LEFT JOIN revision seen ON seen.publication_id = p.id AND seen.version = $9
  WHERE p.id = $5 AND p.account_id = $3
)
SELECT
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset", coalesce(d.used, 0) AS used, a.release_rule AS "releaseRule",
       EXISTS (
    SELECT FROM publisher_key k
    WHERE k.id = $7::text AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND ($10::bytea IS NULL OR EXISTS (
      SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
      WHERE s.token_hash = $10::bytea AND s.key_id = k.id
        AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at)))) AS "isAuthenticated",
       (SELECT row_to_json(known) FROM known) AS record,
       NOT pg_try_advisory_xact_lock_shared(hashtextextended($3::uuid::text || $4::text, 0)) AS "keyInUse",
       (SELECT row_to_json(current) FROM current) AS publication,
       EXISTS (SELECT FROM publication WHERE locale = $11 AND slug = $12) AS "pathTaken",
       (SELECT json_build_object('id', p.id, 'version', p.version, 'state', CASE
WHEN l.in_flight THEN 'publishing'
WHEN l.published_version = p.version THEN 'published'
WHEN back.id IS NOT NULL THEN 'draft'
ELSE r.intent END)
        FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
        WHERE p.locale = $11 AND p.slug = $12 AND p.account_id = $3) AS "ownAtPath"
FROM a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date;

-- write_wait_for_key
SELECT set_config('lock_timeout', $1::text, true), pg_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0));

-- Generated from src/writes/write.sql.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- write_create
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
WHERE a.status = 'active' AND coalesce(d.used, 0) < a.daily_limit AND EXISTS (
    SELECT FROM publisher_key k
    WHERE k.id = $6::text AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND ($7::bytea IS NULL OR EXISTS (
      SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
      WHERE s.token_hash = $7::bytea AND s.key_id = k.id
        AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))))),
  p AS (
    INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
    SELECT $8, a.id, $9, $10, 1, now(), now() FROM a
    ON CONFLICT (locale, slug) DO NOTHING
    RETURNING *
  ), r AS (
    INSERT INTO revision (publication_id, version, created_at, key_id, channel, client,
                          title, content, content_length, description, tags, sources, author_kind, author_name, intent, change_note)
    SELECT id, 1, created_at, $6, $11, $12::jsonb, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22 FROM p
    RETURNING *
  ), pictured AS (
    INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
    SELECT r.publication_id, r.version, named.place, $2, named.sha256, named.is_described
    FROM r CROSS JOIN (SELECT * FROM ROWS FROM (jsonb_to_recordset($23::jsonb) AS (sha256 text, "isDescribed" boolean))
      WITH ORDINALITY AS given (sha256, is_described, place)) AS named
    RETURNING sha256, place
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $24 AS "publicBaseUrl", (
                SELECT json_agg(n.sha256 ORDER BY n.place) FROM pictured n
                WHERE NOT EXISTS (SELECT FROM picture x WHERE x.account_id = $2 AND x.sha256 = n.sha256)) AS "missingPictures"
            ) AS answer) AS answer
    FROM p CROSS JOIN r LEFT JOIN release l ON l.publication_id = p.id
  ), unit AS (
INSERT INTO daily_usage AS d (account_id, day, used)
SELECT a.id, (now()::timestamptz(3) AT TIME ZONE 'UTC')::date, 1 FROM a, changed
ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
  WHERE d.used < (SELECT daily_limit FROM a)
RETURNING used),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $25, $2, 'create', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $6, $11,
           $12::jsonb, $26,
           NULL, $27, $3, $28, $29, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, NULL AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

-- write_update
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
WHERE a.status = 'active' AND coalesce(d.used, 0) < a.daily_limit AND EXISTS (
    SELECT FROM publisher_key k
    WHERE k.id = $6::text AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND ($7::bytea IS NULL OR EXISTS (
      SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
      WHERE s.token_hash = $7::bytea AND s.key_id = k.id
        AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))))),
  p AS (
    UPDATE publication p SET version = p.version + 1, updated_at = now()
    FROM a, publication seen
    WHERE p.id = $8 AND p.account_id = a.id AND p.version = $9
      AND p.locale = coalesce($10, p.locale) AND p.slug = coalesce($11, p.slug)
      AND seen.id = $8 AND seen.xmin = p.xmin
      AND EXISTS (SELECT FROM revision WHERE publication_id = $8
                                         AND version = coalesce($12, $9))
    RETURNING p.*
  ), r AS (
    INSERT INTO revision (publication_id, version, created_at, key_id, channel, client,
                          title, content, content_length, description, tags, sources, author_kind, author_name, intent, change_note)
    SELECT p.id, p.version, p.updated_at, $6, $13, $14::jsonb, coalesce($15, b.title), coalesce($16, b.content), coalesce($17, b.content_length), coalesce($18, b.description), coalesce($19, b.tags), coalesce($20, b.sources), coalesce($21, b.author_kind), coalesce($22, b.author_name), coalesce($23, CASE WHEN l.requested_version = w.version THEN 'draft' ELSE w.intent END), coalesce($24, '')
    FROM p
    JOIN revision w ON w.publication_id = p.id AND w.version = p.version - 1
    JOIN revision b ON b.publication_id = p.id AND b.version = coalesce($12, w.version)
    LEFT JOIN release l ON l.publication_id = p.id
    RETURNING *
  ), pictured AS (
    INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
    SELECT r.publication_id, r.version, named.place, $2, named.sha256, named.is_described
    FROM r CROSS JOIN LATERAL (
      SELECT sha256, is_described, place FROM ROWS FROM (jsonb_to_recordset($25::jsonb) AS (sha256 text, "isDescribed" boolean))
      WITH ORDINALITY AS given (sha256, is_described, place)
      UNION ALL
      SELECT sha256, is_described, place FROM revision_picture b
      WHERE $25::jsonb IS NULL AND b.publication_id = r.publication_id
        AND b.version = coalesce($12, r.version - 1)) AS named
    RETURNING sha256, place
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $26 AS "publicBaseUrl", (
                SELECT json_agg(n.sha256 ORDER BY n.place) FROM pictured n
                WHERE NOT EXISTS (SELECT FROM picture x WHERE x.account_id = $2 AND x.sha256 = n.sha256)) AS "missingPictures", (
                SELECT array_remove(ARRAY[CASE WHEN seen.title <> r.title THEN 'title' END, CASE WHEN seen.content <> r.content OR seen.content_length <> r.content_length THEN 'content' END, CASE WHEN seen.description <> r.description THEN 'description' END, CASE WHEN seen.tags <> r.tags THEN 'tags' END, CASE WHEN seen.sources <> r.sources THEN 'sources' END, CASE WHEN seen.author_kind <> r.author_kind OR seen.author_name <> r.author_name THEN 'author' END, CASE WHEN seen.intent <> r.intent THEN 'intent' END], NULL) FROM revision seen
                WHERE seen.publication_id = p.id AND seen.version = p.version - 1) AS "changedFields"
            ) AS answer) AS answer
    FROM p CROSS JOIN r LEFT JOIN release l ON l.publication_id = p.id
  ), unit AS (
INSERT INTO daily_usage AS d (account_id, day, used)
SELECT a.id, (now()::timestamptz(3) AT TIME ZONE 'UTC')::date, 1 FROM a, changed
ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
  WHERE d.used < (SELECT daily_limit FROM a)
RETURNING used),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $27, $2, 'update', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $6, $13,
           $14::jsonb, $28,
           NULL, $29, $3, $30, $31, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, CASE WHEN $16 IS NULL THEN changed.content END AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

-- write_publish
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
WHERE a.status = 'active' AND coalesce(d.used, 0) < a.daily_limit AND EXISTS (
    SELECT FROM publisher_key k
    WHERE k.id = $6::text AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND ($7::bytea IS NULL OR EXISTS (
      SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
      WHERE s.token_hash = $7::bytea AND s.key_id = k.id
        AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))))),
  r AS (
    SELECT r.* FROM revision r, a
    WHERE r.publication_id = $8 AND r.version = $9
      AND NOT EXISTS (
      SELECT n.sha256, CASE WHEN n.is_described THEN 'missing' ELSE 'no_alternative_text' END AS reason, n.place
      FROM revision_picture n
      WHERE n.publication_id = r.publication_id AND n.version = r.version
        AND (NOT n.is_described OR NOT EXISTS (SELECT FROM picture x WHERE x.account_id = a.id AND x.sha256 = n.sha256))) AND cardinality(r.sources) >= $10 AND (
    $6::text IS NULL OR CASE a.release_rule
      WHEN 'other-key' THEN NOT EXISTS (
        WITH RECURSIVE writer AS (
          SELECT r.key_id AS id
          UNION
          SELECT CASE k.id WHEN writer.id THEN k.successor_id ELSE k.id END
          FROM writer JOIN publisher_key k
            ON k.account_id = a.id AND k.successor_id IS NOT NULL AND writer.id IN (k.id, k.successor_id)
        )
        SELECT FROM writer WHERE id = $6)
      WHEN 'confirmed' THEN coalesce($11::text IN ('desk', 'host'), false)
      WHEN 'desk' THEN coalesce($11::text = 'desk', false)
      ELSE true END)
  ), p AS (
    UPDATE publication p SET updated_at = now() FROM a, r
    WHERE p.id = $8 AND p.account_id = a.id AND p.version = $9
      AND NOT EXISTS (SELECT FROM release l
                      WHERE l.publication_id = $8
                        AND NOT ((
    $9 >= l.requested_version
    AND NOT (l.in_flight AND l.requested_version = $9)
    AND NOT (l.published_version IS NOT DISTINCT FROM $9
             AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version))) AND ($12::timestamptz IS NULL
         OR coalesce(l.withdrawn_at, '-infinity') = $12::timestamptz)))
      AND (NOT $13::boolean OR (
        p.xmin = (SELECT xmin FROM publication WHERE id = $8)
        AND NOT EXISTS (SELECT FROM decision d WHERE d.publication_id = $8
                        AND d.version = $9 AND d.outcome = 'returned')))
    RETURNING p.*
  ), named AS (
    SELECT id AS publication_id, account_id, version, $14::text AS approved_by, $15::uuid AS decision_id,
           $16::text AS traceparent FROM p
  ), requested AS (
  INSERT INTO release AS l (publication_id, account_id, requested_version, requested_approved_by,
                            requested_decision_id, traceparent, requested_at, in_flight, attempts, due_at, fencing_token)
  SELECT publication_id, account_id, version, approved_by, decision_id, traceparent, now(), true, 0, now(), 1 FROM named
  ON CONFLICT (publication_id) DO UPDATE SET
    account_id = excluded.account_id,
    requested_version = excluded.requested_version,
    requested_approved_by = excluded.requested_approved_by,
    requested_decision_id = excluded.requested_decision_id,
    traceparent = excluded.traceparent,
    requested_at = excluded.requested_at,
    in_flight = l.published_version IS DISTINCT FROM excluded.requested_version,
    error = NULL,
    attempts = 0,
    due_at = excluded.due_at,
    fencing_token = l.fencing_token + 1
  WHERE (
    excluded.requested_version >= l.requested_version
    AND NOT (l.in_flight AND l.requested_version = excluded.requested_version)
    AND NOT (l.published_version IS NOT DISTINCT FROM excluded.requested_version
             AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version))) AND ($12::timestamptz IS NULL
         OR coalesce(l.withdrawn_at, '-infinity') = $12::timestamptz)
    RETURNING l.*
  ), decided AS (
    INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, key_id,
                          client, channel, request_id, public_version)
    SELECT $15, $2, publication_id, requested_version, 'released', $14::text, $11::text,
           $6, $17::jsonb, $18, $19, coalesce(published_version, 0) FROM requested
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $20 AS "publicBaseUrl"
            ) AS answer) AS answer
    FROM p CROSS JOIN r JOIN requested l ON l.publication_id = p.id
  ), unit AS (
INSERT INTO daily_usage AS d (account_id, day, used)
SELECT a.id, (now()::timestamptz(3) AT TIME ZONE 'UTC')::date, 1 FROM a, changed
ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
  WHERE d.used < (SELECT daily_limit FROM a)
RETURNING used),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $15, $2, 'publish', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $6, $18,
           $17::jsonb, $21,
           $14, $19, $3, $22, $23, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, changed.content AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

-- write_create_unpaid
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
),
  p AS (
    INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
    SELECT $6, a.id, $7, $8, 1, now(), now() FROM a
    ON CONFLICT (locale, slug) DO NOTHING
    RETURNING *
  ), r AS (
    INSERT INTO revision (publication_id, version, created_at, key_id, channel, client,
                          title, content, content_length, description, tags, sources, author_kind, author_name, intent, change_note)
    SELECT id, 1, created_at, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21 FROM p
    RETURNING *
  ), pictured AS (
    INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
    SELECT r.publication_id, r.version, named.place, $2, named.sha256, named.is_described
    FROM r CROSS JOIN (SELECT * FROM ROWS FROM (jsonb_to_recordset($22::jsonb) AS (sha256 text, "isDescribed" boolean))
      WITH ORDINALITY AS given (sha256, is_described, place)) AS named
    RETURNING sha256, place
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $23 AS "publicBaseUrl", (
                SELECT json_agg(n.sha256 ORDER BY n.place) FROM pictured n
                WHERE NOT EXISTS (SELECT FROM picture x WHERE x.account_id = $2 AND x.sha256 = n.sha256)) AS "missingPictures"
            ) AS answer) AS answer
    FROM p CROSS JOIN r LEFT JOIN release l ON l.publication_id = p.id
  ), unit AS (
SELECT coalesce(d.used, 0) AS used FROM changed CROSS JOIN a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $24, $2, 'create', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $9, $10,
           $11::jsonb, $25,
           NULL, $26, $3, $27, $28, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, NULL AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

-- write_update_unpaid
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
),
  p AS (
    UPDATE publication p SET version = p.version + 1, updated_at = now()
    FROM a, publication seen
    WHERE p.id = $6 AND p.account_id = a.id AND p.version = $7
      AND p.locale = coalesce($8, p.locale) AND p.slug = coalesce($9, p.slug)
      AND seen.id = $6 AND seen.xmin = p.xmin
      AND EXISTS (SELECT FROM revision WHERE publication_id = $6
                                         AND version = coalesce($10, $7))
    RETURNING p.*
  ), r AS (
    INSERT INTO revision (publication_id, version, created_at, key_id, channel, client,
                          title, content, content_length, description, tags, sources, author_kind, author_name, intent, change_note)
    SELECT p.id, p.version, p.updated_at, $11, $12, $13::jsonb, coalesce($14, b.title), coalesce($15, b.content), coalesce($16, b.content_length), coalesce($17, b.description), coalesce($18, b.tags), coalesce($19, b.sources), coalesce($20, b.author_kind), coalesce($21, b.author_name), coalesce($22, CASE WHEN l.requested_version = w.version THEN 'draft' ELSE w.intent END), coalesce($23, '')
    FROM p
    JOIN revision w ON w.publication_id = p.id AND w.version = p.version - 1
    JOIN revision b ON b.publication_id = p.id AND b.version = coalesce($10, w.version)
    LEFT JOIN release l ON l.publication_id = p.id
    RETURNING *
  ), pictured AS (
    INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
    SELECT r.publication_id, r.version, named.place, $2, named.sha256, named.is_described
    FROM r CROSS JOIN LATERAL (
      SELECT sha256, is_described, place FROM ROWS FROM (jsonb_to_recordset($24::jsonb) AS (sha256 text, "isDescribed" boolean))
      WITH ORDINALITY AS given (sha256, is_described, place)
      UNION ALL
      SELECT sha256, is_described, place FROM revision_picture b
      WHERE $24::jsonb IS NULL AND b.publication_id = r.publication_id
        AND b.version = coalesce($10, r.version - 1)) AS named
    RETURNING sha256, place
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $25 AS "publicBaseUrl", (
                SELECT json_agg(n.sha256 ORDER BY n.place) FROM pictured n
                WHERE NOT EXISTS (SELECT FROM picture x WHERE x.account_id = $2 AND x.sha256 = n.sha256)) AS "missingPictures", (
                SELECT array_remove(ARRAY[CASE WHEN seen.title <> r.title THEN 'title' END, CASE WHEN seen.content <> r.content OR seen.content_length <> r.content_length THEN 'content' END, CASE WHEN seen.description <> r.description THEN 'description' END, CASE WHEN seen.tags <> r.tags THEN 'tags' END, CASE WHEN seen.sources <> r.sources THEN 'sources' END, CASE WHEN seen.author_kind <> r.author_kind OR seen.author_name <> r.author_name THEN 'author' END, CASE WHEN seen.intent <> r.intent THEN 'intent' END], NULL) FROM revision seen
                WHERE seen.publication_id = p.id AND seen.version = p.version - 1) AS "changedFields"
            ) AS answer) AS answer
    FROM p CROSS JOIN r LEFT JOIN release l ON l.publication_id = p.id
  ), unit AS (
SELECT coalesce(d.used, 0) AS used FROM changed CROSS JOIN a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $26, $2, 'update', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $11, $12,
           $13::jsonb, $27,
           NULL, $28, $3, $29, $30, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, CASE WHEN $15 IS NULL THEN changed.content END AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

-- write_publish_unpaid
  WITH fresh_key AS (
SELECT set_config('lock_timeout', $1::text, true)
WHERE NOT EXISTS (SELECT FROM accepted_write
                  WHERE account_id = $2 AND idempotency_key = $3)
  AND pg_try_advisory_xact_lock(hashtextextended($2::uuid::text || $3::text, 0))), a AS (
SELECT a.* FROM fresh_key CROSS JOIN (
SELECT id, plan, status, release_rule, coalesce(daily_write_limit, CASE plan WHEN 'free' THEN $4::integer ELSE $5::integer END) AS daily_limit
FROM account WHERE id = $2) a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date
),
  r AS (
    SELECT r.* FROM revision r, a
    WHERE r.publication_id = $6 AND r.version = $7
      AND NOT EXISTS (
      SELECT n.sha256, CASE WHEN n.is_described THEN 'missing' ELSE 'no_alternative_text' END AS reason, n.place
      FROM revision_picture n
      WHERE n.publication_id = r.publication_id AND n.version = r.version
        AND (NOT n.is_described OR NOT EXISTS (SELECT FROM picture x WHERE x.account_id = a.id AND x.sha256 = n.sha256))) AND cardinality(r.sources) >= $8 AND (
    $9::text IS NULL OR CASE a.release_rule
      WHEN 'other-key' THEN NOT EXISTS (
        WITH RECURSIVE writer AS (
          SELECT r.key_id AS id
          UNION
          SELECT CASE k.id WHEN writer.id THEN k.successor_id ELSE k.id END
          FROM writer JOIN publisher_key k
            ON k.account_id = a.id AND k.successor_id IS NOT NULL AND writer.id IN (k.id, k.successor_id)
        )
        SELECT FROM writer WHERE id = $9)
      WHEN 'confirmed' THEN coalesce($10::text IN ('desk', 'host'), false)
      WHEN 'desk' THEN coalesce($10::text = 'desk', false)
      ELSE true END)
  ), p AS (
    UPDATE publication p SET updated_at = now() FROM a, r
    WHERE p.id = $6 AND p.account_id = a.id AND p.version = $7
      AND NOT EXISTS (SELECT FROM release l
                      WHERE l.publication_id = $6
                        AND NOT ((
    $7 >= l.requested_version
    AND NOT (l.in_flight AND l.requested_version = $7)
    AND NOT (l.published_version IS NOT DISTINCT FROM $7
             AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version))) AND ($11::timestamptz IS NULL
         OR coalesce(l.withdrawn_at, '-infinity') = $11::timestamptz)))
      AND (NOT $12::boolean OR (
        p.xmin = (SELECT xmin FROM publication WHERE id = $6)
        AND NOT EXISTS (SELECT FROM decision d WHERE d.publication_id = $6
                        AND d.version = $7 AND d.outcome = 'returned')))
    RETURNING p.*
  ), named AS (
    SELECT id AS publication_id, account_id, version, $13::text AS approved_by, $14::uuid AS decision_id,
           $15::text AS traceparent FROM p
  ), requested AS (
  INSERT INTO release AS l (publication_id, account_id, requested_version, requested_approved_by,
                            requested_decision_id, traceparent, requested_at, in_flight, attempts, due_at, fencing_token)
  SELECT publication_id, account_id, version, approved_by, decision_id, traceparent, now(), true, 0, now(), 1 FROM named
  ON CONFLICT (publication_id) DO UPDATE SET
    account_id = excluded.account_id,
    requested_version = excluded.requested_version,
    requested_approved_by = excluded.requested_approved_by,
    requested_decision_id = excluded.requested_decision_id,
    traceparent = excluded.traceparent,
    requested_at = excluded.requested_at,
    in_flight = l.published_version IS DISTINCT FROM excluded.requested_version,
    error = NULL,
    attempts = 0,
    due_at = excluded.due_at,
    fencing_token = l.fencing_token + 1
  WHERE (
    excluded.requested_version >= l.requested_version
    AND NOT (l.in_flight AND l.requested_version = excluded.requested_version)
    AND NOT (l.published_version IS NOT DISTINCT FROM excluded.requested_version
             AND (l.due_at IS NOT NULL OR l.indexed_version IS NOT DISTINCT FROM l.published_version))) AND ($11::timestamptz IS NULL
         OR coalesce(l.withdrawn_at, '-infinity') = $11::timestamptz)
    RETURNING l.*
  ), decided AS (
    INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, key_id,
                          client, channel, request_id, public_version)
    SELECT $14, $2, publication_id, requested_version, 'released', $13::text, $10::text,
           $9, $16::jsonb, $17, $18, coalesce(published_version, 0) FROM requested
  ), changed AS (
    SELECT r.version, r.content,
           (SELECT row_to_json(answer) FROM (
              SELECT
p.id, p.version, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
r.content_length AS "contentLength",
l.requested_version AS "requestedVersion", coalesce(l.in_flight, false) AS "inFlight",
l.published_version AS "publishedVersion", to_char(l.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt",
to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt", l.indexed_version AS "indexedVersion", l.error AS "publishError",
l.approved_by AS "approvedBy",
CASE WHEN l.approved_by IS NOT NULL THEN
  coalesce((SELECT via FROM decision WHERE id = l.decision_id AND version = l.published_version), 'key') END AS "approvedVia", $19 AS "publicBaseUrl"
            ) AS answer) AS answer
    FROM p CROSS JOIN r JOIN requested l ON l.publication_id = p.id
  ), unit AS (
SELECT coalesce(d.used, 0) AS used FROM changed CROSS JOIN a LEFT JOIN daily_usage d ON d.account_id = a.id AND d.day = (now()::timestamptz(3) AT TIME ZONE 'UTC')::date),
  -- where the publication is locked, but the rest could not be done, its null undoes all
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                client, operator, approved_by, request_id, idempotency_key, fingerprint,
                                fingerprint_format, answer)
    SELECT $14, $2, 'publish', p.id,
           CASE WHEN unit.used IS NOT NULL THEN changed.version END, $9, $17,
           $16::jsonb, $20,
           $13, $18, $3, $21, $22, changed.answer
    FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
  )
  SELECT changed.answer, changed.content AS content, unit.used,
a.id AS "accountId", a.plan, a.status, a.daily_limit AS "dailyLimit",
to_char((((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "resetsAt",
ceil(extract(epoch FROM (((now()::timestamptz(3) AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC') - now()::timestamptz(3)))::integer AS "secondsToReset"
  FROM a, changed, unit;

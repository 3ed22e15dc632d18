-- Generated from src/erasure/erasure.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- erase_accepted_write_document
WITH looked AS MATERIALIZED (
  SELECT id, created_at, publication_id FROM accepted_write
   WHERE account_id = $3 AND created_at > '-infinity'
     AND (created_at, id) > ($4::timestamptz, $5::uuid)
   ORDER BY created_at, id LIMIT 500
), changed AS (
  UPDATE accepted_write w SET
idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL, approved_by = NULL
    FROM looked WHERE w.id = looked.id AND looked.publication_id = $1 AND $2::integer = 0 AND (
       w.idempotency_key IS NOT NULL OR w.answer IS NOT NULL OR w.approved_by IS NOT NULL
       OR w.fingerprint IS NOT NULL)
  RETURNING w.id
)
SELECT created_at AS at, id, (SELECT count(*)::integer FROM changed) AS changed,
       (SELECT count(*)::integer FROM looked) AS looked
  FROM looked ORDER BY created_at DESC, id DESC LIMIT 1;

-- erase_accepted_write_revision
WITH looked AS MATERIALIZED (
  SELECT id, created_at, publication_id FROM accepted_write
   WHERE account_id = $3 AND created_at > '-infinity'
     AND (created_at, id) > ($4::timestamptz, $5::uuid)
   ORDER BY created_at, id LIMIT 500
), changed AS (
  UPDATE accepted_write w SET
idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL, approved_by = NULL
    FROM looked WHERE w.id = looked.id AND looked.publication_id = $1 AND w.version = $2::integer AND (
       w.idempotency_key IS NOT NULL OR w.answer IS NOT NULL OR w.approved_by IS NOT NULL
       OR w.fingerprint IS NOT NULL)
  RETURNING w.id
)
SELECT created_at AS at, id, (SELECT count(*)::integer FROM changed) AS changed,
       (SELECT count(*)::integer FROM looked) AS looked
  FROM looked ORDER BY created_at DESC, id DESC LIMIT 1;

-- erase_accepted_write_mentions
WITH looked AS MATERIALIZED (
  SELECT id, created_at, publication_id FROM accepted_write
   WHERE account_id = $3 AND created_at > '-infinity'
     AND (created_at, id) > ($4::timestamptz, $5::uuid)
   ORDER BY created_at, id LIMIT 500
), changed AS (
  UPDATE accepted_write w SET
    answer = (w.answer::jsonb
      || CASE WHEN (w.answer ->> 'publishedVersion')::integer = $2 THEN '{"approvedBy": null, "approvedVia": null}'
              ELSE '{}' END::jsonb
      || CASE WHEN (w.answer -> 'publishError' ->> 'version')::integer = $2 THEN '{"publishError": null}' ELSE '{}' END::jsonb)::json
    FROM looked WHERE w.id = looked.id AND looked.publication_id = $1 AND (((w.answer ->> 'publishedVersion')::integer = $2 AND w.answer ->> 'approvedBy' IS NOT NULL)
     OR (w.answer -> 'publishError' ->> 'version')::integer = $2)
  RETURNING w.id
)
SELECT created_at AS at, id, (SELECT count(*)::integer FROM changed) AS changed,
       (SELECT count(*)::integer FROM looked) AS looked
  FROM looked ORDER BY created_at DESC, id DESC LIMIT 1;

-- erase_revision_document
DELETE FROM revision WHERE publication_id = $1 AND version IN (
  SELECT version FROM revision WHERE publication_id = $1 ORDER BY version LIMIT 20)
RETURNING version;

-- erase_revision_revision
DELETE FROM revision WHERE publication_id = $1 AND version = $2 RETURNING version;

-- erase_picture_document
DELETE FROM picture WHERE (account_id, sha256) IN (
  SELECT n.account_id, n.sha256 FROM revision_picture n
    JOIN picture p ON p.account_id = n.account_id AND p.sha256 = n.sha256
   WHERE n.publication_id = $1
     AND NOT EXISTS (SELECT FROM revision_picture o
                      WHERE o.sha256 = n.sha256 AND o.account_id = n.account_id AND o.publication_id <> $1)
   LIMIT 20)
RETURNING sha256;

-- erase_picture_revision
DELETE FROM picture WHERE (account_id, sha256) IN (
  SELECT n.account_id, n.sha256 FROM revision_picture n
    JOIN picture p ON p.account_id = n.account_id AND p.sha256 = n.sha256
   WHERE n.publication_id = $1 AND n.version = $2
     AND NOT EXISTS (SELECT FROM revision_picture o
                      WHERE o.sha256 = n.sha256 AND o.account_id = n.account_id AND (o.publication_id, o.version) <> ($1::uuid, $2::integer))
   LIMIT 20)
RETURNING sha256;

-- erase_revision_picture_document
DELETE FROM revision_picture WHERE publication_id = $1 AND (version, place) IN (
  SELECT version, place FROM revision_picture
   WHERE publication_id = $1  LIMIT 200)
RETURNING version;

-- erase_revision_picture_revision
DELETE FROM revision_picture WHERE publication_id = $1 AND (version, place) IN (
  SELECT version, place FROM revision_picture
   WHERE publication_id = $1 AND version = $2 LIMIT 200)
RETURNING version;

-- erase_decision_document
UPDATE decision SET decided_by = NULL, note = '', idempotency_key = NULL
 WHERE id IN (
   SELECT id FROM decision
    WHERE ((publication_id = $1 AND outcome = 'returned') OR (publication_id = $1 AND outcome = 'released'))
      AND (decided_by IS NOT NULL OR note <> '' OR idempotency_key IS NOT NULL)
    LIMIT 200)
RETURNING id;

-- erase_decision_revision
UPDATE decision SET decided_by = NULL, note = '', idempotency_key = NULL
 WHERE id IN (
   SELECT id FROM decision
    WHERE ((publication_id = $1 AND outcome = 'returned') OR (publication_id = $1 AND outcome = 'released')) AND version = $2
      AND (decided_by IS NOT NULL OR note <> '' OR idempotency_key IS NOT NULL)
    LIMIT 200)
RETURNING id;

-- erase_release_document
UPDATE release SET requested_approved_by = NULL, approved_by = NULL, error = NULL
 WHERE publication_id = $1
   AND (requested_approved_by IS NOT NULL OR approved_by IS NOT NULL OR error IS NOT NULL)
RETURNING publication_id;

-- erase_release_revision
UPDATE release SET
       requested_approved_by = CASE WHEN requested_version <> $2 THEN requested_approved_by END,
       error = CASE WHEN (error ->> 'version')::integer <> $2 THEN error END
 WHERE publication_id = $1
   AND ((requested_version = $2 AND requested_approved_by IS NOT NULL)
        OR (error ->> 'version')::integer = $2)
RETURNING publication_id;

-- erase_released_revision_document
UPDATE released_revision SET approved_by = NULL, approved_via = NULL, approved_in = NULL, account_name = NULL,
       document = NULL
 WHERE publication_id = $1 AND version IN (
   SELECT version FROM released_revision
    WHERE publication_id = $1
      AND (approved_by IS NOT NULL OR approved_via IS NOT NULL OR approved_in IS NOT NULL
           OR account_name IS NOT NULL OR document IS NOT NULL)
    LIMIT 20)
RETURNING version;

-- erase_released_revision_revision
UPDATE released_revision SET approved_by = NULL, approved_via = NULL, approved_in = NULL, account_name = NULL,
       document = NULL
 WHERE publication_id = $1 AND version IN (
   SELECT version FROM released_revision
    WHERE publication_id = $1 AND version = $2
      AND (approved_by IS NOT NULL OR approved_via IS NOT NULL OR approved_in IS NOT NULL
           OR account_name IS NOT NULL OR document IS NOT NULL)
    LIMIT 20)
RETURNING version;

-- erase_signed_record_document
UPDATE signed_record SET jws = NULL
 WHERE publication_id = $1 AND number IN (
   SELECT number FROM signed_record
    WHERE publication_id = $1 AND jws IS NOT NULL  LIMIT 200)
RETURNING number;

-- erase_signed_record_revision
UPDATE signed_record SET jws = NULL
 WHERE publication_id = $1 AND number IN (
   SELECT number FROM signed_record
    WHERE publication_id = $1 AND jws IS NOT NULL AND version = $2 LIMIT 200)
RETURNING number;

-- erase_kept_page_document
DELETE FROM kept_page WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) RETURNING locale;

-- erase_kept_page_revision
  DELETE FROM kept_page AS kept USING released_page AS page CROSS JOIN LATERAL (
SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                  FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
       max(modified_at) AS changed_at,
       max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
         || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
  FROM released_page
 WHERE account_id = page.account_id AND slug = page.slug) AS same
   WHERE page.publication_id = $1 AND kept.locale = page.locale AND kept.slug = page.slug
     AND kept.stamp <> same.stamp AND $2::integer > 0
  RETURNING kept.locale;

-- erase_released_tag_document
DELETE FROM released_tag WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) RETURNING locale;

-- erase_search_entry_document
DELETE FROM search_entry WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) RETURNING locale;

-- erase_search_entry_revision
WITH lagging AS (
  UPDATE release SET indexed_version = NULL
   WHERE publication_id = $1 AND indexed_version = $2 AND published_version IS DISTINCT FROM $2
  RETURNING publication_id
)
DELETE FROM search_entry USING lagging WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) RETURNING locale;

-- erase_working_entry_document
WITH account AS (
  UPDATE working_account SET entries = greatest(entries - 1, 0)
   WHERE account_id = (SELECT account_id FROM publication WHERE id = $1)
     AND EXISTS (SELECT FROM working_entry WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) )
  RETURNING account_id
)
DELETE FROM working_entry USING account WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1)
RETURNING version;

-- erase_working_entry_revision
WITH account AS (
  UPDATE working_account SET entries = greatest(entries - 1, 0)
   WHERE account_id = (SELECT account_id FROM publication WHERE id = $1)
     AND EXISTS (SELECT FROM working_entry WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) AND version = $2)
  RETURNING account_id
)
DELETE FROM working_entry USING account WHERE (locale, slug) = (SELECT locale, slug FROM publication WHERE id = $1) AND version = $2
RETURNING version;

-- erase_file_document
DELETE FROM imported_file WHERE publication_id = $1 RETURNING version;

-- erase_file_revision
DELETE FROM imported_file WHERE publication_id = $1 AND version = $2 RETURNING version;

-- erase_feed_document
DELETE FROM prerendered_feed
 WHERE locale IN ('', (SELECT locale FROM publication WHERE id = $1))
RETURNING locale;

-- erase_feed_revision
DELETE FROM prerendered_feed
 WHERE locale IN ('', (SELECT locale FROM publication WHERE id = $1))
AND $2::integer > 0
RETURNING locale;

-- Generated from src/erasure/hiding.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- erase_lock_publication
SELECT account_id AS "accountId", locale, slug, version
  FROM publication WHERE id = $1 FOR NO KEY UPDATE;

-- erase_hide_document
UPDATE publication SET version = 0, searched_version = 0 WHERE id = $1;

-- erase_end_release
UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                   indexed_version = NULL, attempts = 0, due_at = NULL,
                   fencing_token = fencing_token + 1, approved_by = NULL, requested_approved_by = NULL,
                   decision_id = NULL, error = NULL
 WHERE publication_id = $1
RETURNING publication_id;

-- erase_revision_standing
SELECT l.published_version IS NOT DISTINCT FROM r.version AS "isPublic",
       coalesce(l.in_flight AND l.requested_version = r.version, false) AS "isInFlight",
       r.created_at AS "writtenAt", r.key_id AS "keyId", r.channel AS channel,
       r.client, v.published_at AS "publishedAt"
  FROM revision r
  LEFT JOIN release l ON l.publication_id = r.publication_id
  LEFT JOIN released_revision v ON v.publication_id = r.publication_id AND v.version = r.version
 WHERE r.publication_id = $1 AND r.version = $2;

-- erase_touch_publication
UPDATE publication SET version = version WHERE id = $1;

-- erase_running_transactions
SELECT pid || ' ' || xact_start AS transaction FROM pg_stat_activity
 WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
   AND backend_type = 'client backend' AND xact_start IS NOT NULL;

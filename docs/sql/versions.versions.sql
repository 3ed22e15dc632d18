-- Generated from src/versions/versions.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- released_version_find
  SELECT
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version) AS "stands", v.xmin::text || ' ' || page.version AS stamp
    FROM released_page AS page JOIN released_revision AS v USING (publication_id)
   WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3;

-- released_version_read
  SELECT page.publication_id AS "publicationId", page.account_id AS "accountId", v.xmin::text || ' ' || page.version AS stamp, v.version,
         page.version AS "newestVersion", page.published_at AS "newestPublishedAt",
         v.published_at AS "publishedAt", v.first_published_at AS "firstPublishedAt",
         v.approved_by AS "approvedBy", v.approved_via AS "approvedVia", v.approved_in AS "approvedIn",
         v.account_name AS "accountName",
         record.jws, v.document
    FROM released_page AS page JOIN released_revision AS v USING (publication_id)
         JOIN signed_record AS record
           ON record.publication_id = v.publication_id AND record.number = v.record_number
   WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3 AND
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version);

-- released_version_record
  SELECT record.jws, v.published_at AS "publishedAt"
    FROM released_page AS page JOIN released_revision AS v USING (publication_id)
         JOIN signed_record AS record
           ON record.publication_id = v.publication_id AND record.number = v.record_number
   WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3 AND
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version);

-- released_version_document
SELECT publication_id AS "publicationId", title, withdrawn_at IS NOT NULL AS "isWithdrawn", published_at AS "publishedAt"
  FROM released_page WHERE locale = $1 AND slug = $2;

-- released_version_list
  SELECT coalesce(v.version, record.version) AS version,
         CASE WHEN
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version) THEN v.published_at END AS "publishedAt",
         CASE WHEN
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version) THEN v.approved_by END AS "approvedBy",
         CASE WHEN
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version) THEN v.approved_via END AS "approvedVia",
         CASE WHEN
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version) THEN v.approved_in END AS "approvedIn",
         encode(record.sha256, 'hex') AS "recordSha256"
    FROM (SELECT publication_id, version, published_at, first_published_at, approved_by, approved_via, approved_in, record_number
            FROM released_revision WHERE publication_id = $1) AS v
         FULL JOIN (SELECT number, version, sha256 FROM signed_record WHERE publication_id = $1) AS record
           ON record.number = v.record_number
         CROSS JOIN (SELECT withdrawn_at, first_published_at FROM released_page WHERE publication_id = $1) AS page
   ORDER BY version DESC, record.number DESC NULLS LAST LIMIT $2 OFFSET $3;

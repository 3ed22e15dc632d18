-- Generated from src/pictures/pictures.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- picture_upload
SELECT s.secret, extract(epoch FROM now())::float8 AS now,
       EXISTS (SELECT FROM account WHERE id = $1 AND status = 'active')
         AND NOT EXISTS (SELECT FROM picture WHERE account_id = $1 AND sha256 = $2)
         AND EXISTS (
           SELECT FROM revision_picture n
           JOIN publication p ON p.id = n.publication_id AND p.version > 0
           JOIN revision r ON r.publication_id = n.publication_id AND r.version = n.version
           WHERE n.account_id = $1 AND n.sha256 = $2) AS "isOpen"
FROM upload_secret s;

-- picture_renew
UPDATE picture SET put_at = now() WHERE account_id = $1 AND sha256 = $2
RETURNING sha256, type, width, height, bytes;

-- picture_sum
SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM picture WHERE account_id = $1;

-- picture_lock
SELECT pg_advisory_xact_lock(hashtextextended('picture ' || $1::uuid::text, 0));

-- picture_public_file
  SELECT f.account_id AS "accountId", f.sha256, f.width, f.extension, f.bytes, f.tag FROM picture_file f
  WHERE f.sha256 = $1 AND f.width = $2 AND f.extension = $3
    AND EXISTS (
      SELECT FROM revision_picture n
      JOIN released_page page ON page.publication_id = n.publication_id AND page.withdrawn_at IS NULL
      LEFT JOIN released_revision v ON v.publication_id = n.publication_id AND v.version = n.version
      WHERE n.sha256 = f.sha256 AND n.account_id = f.account_id
        AND (n.version = page.version OR (
page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
AND NOT EXISTS (SELECT FROM erasure
                 WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version))))
  LIMIT 1;

-- picture_named_file
SELECT f.account_id AS "accountId", f.sha256, f.width, f.extension, f.bytes, f.tag FROM revision_picture n
JOIN picture_file f ON f.account_id = n.account_id AND f.sha256 = n.sha256
WHERE n.publication_id = $5 AND n.version = coalesce($6::integer, n.version) AND n.account_id = $4
  AND n.sha256 = $1 AND f.width = $2 AND f.extension = $3
LIMIT 1;

-- picture_file_part
SELECT substring(body FROM $5::integer FOR $6::integer) AS part FROM picture_file
WHERE account_id = $1 AND sha256 = $2 AND width = $3 AND extension = $4;

-- picture_remove_unnamed
DELETE FROM picture WHERE (account_id, sha256) IN (
  SELECT p.account_id, p.sha256 FROM picture p
  WHERE p.put_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT FROM revision_picture n
                     WHERE n.sha256 = p.sha256 AND n.account_id = p.account_id)
  LIMIT $1)
RETURNING sha256;

-- Generated from src/previews/previews.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- preview_secret
SELECT secret, floor(extract(epoch FROM now() + $1 * interval '1 hour'))::float8 AS "end"
FROM preview_secret;

-- preview_secret_renew
UPDATE preview_secret SET secret = $1, renewed_at = now() RETURNING renewed_at AS "revokedAt";

-- preview_standing
SELECT s.secret, extract(epoch FROM now())::float8 AS now, found.*
FROM preview_secret s
LEFT JOIN (
  SELECT p.account_id AS "accountId", a.name AS "accountName", a.status = 'active' AS "isActive", p.locale, p.slug,
         l.published_version AS "publishedVersion", to_char(l.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawnAt"
  FROM revision r
  JOIN publication p ON p.id = r.publication_id
  JOIN account a ON a.id = p.account_id
  LEFT JOIN release l ON l.publication_id = p.id
  WHERE r.publication_id = $1 AND r.version = $2 AND p.version > 0
) found ON true;

-- preview_revision
SELECT r.content, p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote", array_remove(ARRAY[CASE WHEN seen.title <> r.title THEN 'title' END, CASE WHEN seen.content <> r.content OR seen.content_length <> r.content_length THEN 'content' END, CASE WHEN seen.description <> r.description THEN 'description' END, CASE WHEN seen.tags <> r.tags THEN 'tags' END, CASE WHEN seen.sources <> r.sources THEN 'sources' END, CASE WHEN seen.author_kind <> r.author_kind OR seen.author_name <> r.author_name THEN 'author' END, CASE WHEN seen.intent <> r.intent THEN 'intent' END], NULL) AS "changedFields",
       (SELECT json_agg(json_build_object(
          'sha256', x.sha256, 'width', x.width, 'height', x.height,
          'extension', CASE x.type WHEN 'image/jpeg' THEN 'jpg' ELSE substr(x.type, 7) END,
          'widths', (SELECT json_agg(DISTINCT f.width ORDER BY f.width) FROM picture_file f
                      WHERE f.account_id = x.account_id AND f.sha256 = x.sha256)))
        FROM revision_picture n JOIN picture x ON x.account_id = n.account_id AND x.sha256 = n.sha256
        WHERE n.publication_id = r.publication_id AND n.version = r.version) AS pictures,
       EXISTS (
         SELECT FROM revision_picture n
          WHERE n.publication_id = r.publication_id AND n.version = r.version
            AND NOT EXISTS (SELECT FROM picture x
                             WHERE x.account_id = n.account_id AND x.sha256 = n.sha256)) AS "lacksPictures"
FROM revision r
JOIN publication p ON p.id = r.publication_id
LEFT JOIN revision seen ON seen.publication_id = r.publication_id AND seen.version = $3
WHERE r.publication_id = $1 AND r.version = $2;

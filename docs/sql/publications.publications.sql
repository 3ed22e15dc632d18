-- Generated from src/publications/publications.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- publication_read
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
  'at', to_char(back.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS returned, r.content FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
  WHERE p.id = $1 AND p.account_id = $2;

-- publication_read_summary
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
  'at', to_char(back.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS returned FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
  WHERE p.id = $1 AND p.account_id = $2;

-- publication_revision_fields
SELECT r.version, r.content_length AS "contentLength", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote"
FROM revision r JOIN publication p ON p.id = r.publication_id
WHERE p.id = $1 AND p.account_id = $2 AND r.version = $3 AND p.version > 0;

-- publication_revision_whole
SELECT r.version, r.content_length AS "contentLength", p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote", r.content
FROM revision r JOIN publication p ON p.id = r.publication_id
WHERE p.id = $1 AND p.account_id = $2 AND r.version = $3 AND p.version > 0;

-- publication_decided
  SELECT asked.id
  FROM unnest((SELECT $1::uuid[])) AS asked (id) LEFT JOIN (
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned') ON p.id = asked.id
  WHERE p.id IS NULL OR CASE
WHEN l.in_flight THEN 'publishing'
WHEN l.published_version = p.version THEN 'published'
WHEN back.id IS NOT NULL THEN 'draft'
ELSE r.intent END <> 'review'
    AND (l.publication_id IS NULL OR l.error IS NOT NULL
         OR (NOT l.in_flight AND l.indexed_version IS NOT DISTINCT FROM l.published_version));

-- publication_changed_fields
SELECT array_remove(ARRAY[CASE WHEN seen.title <> r.title THEN 'title' END, CASE WHEN seen.content <> r.content OR seen.content_length <> r.content_length THEN 'content' END, CASE WHEN seen.description <> r.description THEN 'description' END, CASE WHEN seen.tags <> r.tags THEN 'tags' END, CASE WHEN seen.sources <> r.sources THEN 'sources' END, CASE WHEN seen.author_kind <> r.author_kind OR seen.author_name <> r.author_name THEN 'author' END, CASE WHEN seen.intent <> r.intent THEN 'intent' END], NULL) AS "changedFields"
FROM revision r JOIN revision seen ON seen.publication_id = r.publication_id AND seen.version = $2
WHERE r.publication_id = $1 AND r.version = $3;

-- publication_history
  SELECT r.version, r.title, r.change_note AS "changeNote", r.intent,
         json_build_object('kind', r.author_kind, 'name', r.author_name) AS author,
         r.content_length AS "contentLength", r.key_id AS "keyId",
         r.channel AS channel, r.client,
         to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
         to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "publishedAt", v.approved_by AS "approvedBy",
         CASE WHEN v.approved_by IS NOT NULL THEN coalesce(v.approved_via, 'key') END AS "approvedVia",
         v.approved_in AS "approvedIn",
CASE WHEN back.id IS NOT NULL THEN json_build_object(
  'version', back.version, 'note', back.note, 'by', back.decided_by,
  'at', to_char(back.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS returned,
         CASE WHEN v.withdrawn_at IS NOT NULL
           THEN json_build_object('at', to_char(v.withdrawn_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS withdrawn
  FROM revision r JOIN publication p ON p.id = r.publication_id
  LEFT JOIN released_revision v ON v.publication_id = r.publication_id AND v.version = r.version
  LEFT JOIN decision back ON back.publication_id = r.publication_id AND back.version = r.version
    AND back.outcome = 'returned'
  WHERE p.id = $1 AND p.account_id = $2 AND r.version <= $3 AND p.version > 0
  ORDER BY r.version DESC LIMIT $4;

-- publication_read_at
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
  'at', to_char(back.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS returned, r.content, p.account_id = $3 AS "isOwn" FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
  WHERE p.locale = $1 AND p.slug = $2;

-- publication_revisions
SELECT p.id, p.account_id AS "accountId", a.name AS "accountName", r.version, r.content,
       p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
       (SELECT json_agg(json_build_object(
          'sha256', x.sha256, 'width', x.width, 'height', x.height,
          'extension', CASE x.type WHEN 'image/jpeg' THEN 'jpg' ELSE substr(x.type, 7) END,
          'widths', (SELECT json_agg(DISTINCT f.width ORDER BY f.width) FROM picture_file f
                      WHERE f.account_id = x.account_id AND f.sha256 = x.sha256)))
        FROM revision_picture n JOIN picture x ON x.account_id = n.account_id AND x.sha256 = n.sha256
        WHERE n.publication_id = r.publication_id AND n.version = r.version) AS pictures
FROM unnest((SELECT $1::uuid[]), (SELECT $2::integer[])) AS named (publication_id, version)
JOIN revision r ON r.publication_id = named.publication_id AND r.version = named.version
JOIN publication p ON p.id = r.publication_id JOIN account a ON a.id = p.account_id;

-- publication_working
SELECT p.id, p.account_id AS "accountId", a.name AS "accountName", r.version, r.content,
       p.locale AS "locale", p.slug AS "slug", r.title AS "title", r.description AS "description", r.tags AS "tags", r.sources AS "sources", r.author_kind AS "authorKind", r.author_name AS "authorName", r.intent AS "intent", r.change_note AS "changeNote",
       (SELECT json_agg(json_build_object(
          'sha256', x.sha256, 'width', x.width, 'height', x.height,
          'extension', CASE x.type WHEN 'image/jpeg' THEN 'jpg' ELSE substr(x.type, 7) END,
          'widths', (SELECT json_agg(DISTINCT f.width ORDER BY f.width) FROM picture_file f
                      WHERE f.account_id = x.account_id AND f.sha256 = x.sha256)))
        FROM revision_picture n JOIN picture x ON x.account_id = n.account_id AND x.sha256 = n.sha256
        WHERE n.publication_id = r.publication_id AND n.version = r.version) AS pictures
FROM revision r JOIN publication p ON p.id = r.publication_id JOIN account a ON a.id = p.account_id
WHERE r.publication_id = $1 AND r.version = p.version;

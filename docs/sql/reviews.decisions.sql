-- Generated from src/reviews/decisions.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- decision_send_back
WITH offered AS (
  SELECT p.id FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned'
  JOIN account a ON a.id = p.account_id AND a.status = 'active'
  JOIN publication seen ON seen.id = p.id
  WHERE p.id = $1 AND p.account_id = $2 AND p.version = $3
    AND seen.xmin = p.xmin AND CASE
WHEN l.in_flight THEN 'publishing'
WHEN l.published_version = p.version THEN 'published'
WHEN back.id IS NOT NULL THEN 'draft'
ELSE r.intent END = 'review'
    AND EXISTS (
    SELECT FROM publisher_key k
    WHERE k.id = $4::text AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()) AND ($5::bytea IS NULL OR EXISTS (
      SELECT FROM desk_session s JOIN account a ON a.id = s.account_id
      WHERE s.token_hash = $5::bytea AND s.key_id = k.id
        AND (s.created_at > now() - interval '24 hours' AND s.used_at > now() - interval '8 hours') AND (a.resumed_at IS NULL OR s.created_at > a.resumed_at))))
  FOR NO KEY UPDATE OF p
), marked AS (
  UPDATE publication p SET version = p.version FROM offered WHERE p.id = offered.id RETURNING p.id
)
INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, note, key_id,
                      channel, request_id, idempotency_key)
SELECT $6, $2, marked.id, $3, 'returned', $7, 'desk', $8, $4, 'desk', $9,
       $10
FROM marked
ON CONFLICT (publication_id, version) WHERE outcome = 'returned' DO NOTHING
RETURNING id;

-- decision_queue
  SELECT p.id, p.locale, p.slug, p.version, r.title, r.change_note AS "changeNote",
         r.author_kind AS "authorKind", r.author_name AS "authorName", k.name AS "keyName", r.client,
         to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since, l.published_version AS "publishedVersion"
  FROM
publication p
JOIN revision r ON r.publication_id = p.id AND r.version = p.version
LEFT JOIN release l ON l.publication_id = p.id
LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
  AND back.outcome = 'returned' LEFT JOIN publisher_key k ON k.id = r.key_id
  WHERE p.account_id = $1 AND CASE
WHEN l.in_flight THEN 'publishing'
WHEN l.published_version = p.version THEN 'published'
WHEN back.id IS NOT NULL THEN 'draft'
ELSE r.intent END = 'review'
  ORDER BY r.created_at, p.id LIMIT $2 OFFSET $3;

-- decision_lately
SELECT d.publication_id AS id, d.version, r.title, p.locale, d.outcome, d.decided_by AS by, d.via, d.client ->> 'name' AS program, d.note,
       k.name AS "keyName", to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
FROM decision d
JOIN publication p ON p.id = d.publication_id
JOIN revision r ON r.publication_id = d.publication_id AND r.version = d.version
LEFT JOIN publisher_key k ON k.id = d.key_id
WHERE d.account_id = $1 ORDER BY d.created_at DESC, d.id DESC LIMIT $2;

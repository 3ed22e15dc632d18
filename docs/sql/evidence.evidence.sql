-- Generated from src/evidence/evidence.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- evidence_publication
SELECT p.id, p.account_id AS "accountId", p.locale, p.slug,
       (SELECT json_build_object('at', to_char(erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)
          FROM erasure AS e WHERE e.publication_id = p.id AND e.version = 0) AS erased
  FROM publication AS p WHERE p.id = $1;

-- evidence_releases_count
SELECT greatest((SELECT count(*) FROM released_revision WHERE publication_id = $1),
                (SELECT count(*) FROM signed_record WHERE publication_id = $1))::integer AS count;

-- evidence_releases
SELECT coalesce(v.version, record.version) AS version, coalesce(record.number, 0) AS "recordNumber",
       encode(record.sha256, 'hex') AS sha256, record.jws, v.version IS NOT NULL AS "isLatest",
       v.published_at AS "publishedAt", v.approved_by AS "approvedBy", v.approved_via AS "approvedVia",
       v.approved_in AS "approvedIn", v.account_name AS "accountName", v.document,
       (SELECT to_json(fields) FROM (
          SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, decided_by AS by, via, channel, key_id AS "keyId", client,
                 request_id AS "requestId",
                 CASE WHEN public_version IS NOT NULL
                      THEN json_build_object('version', nullif(public_version, 0)) END AS "publicThen"
            FROM decision WHERE id = v.decision_id) AS fields) AS decision,
       (SELECT json_build_object('at', to_char(erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)
          FROM erasure AS e WHERE e.publication_id = $1 AND e.version = v.version) AS erased
  FROM (SELECT * FROM released_revision WHERE publication_id = $1) AS v
       FULL JOIN (SELECT * FROM signed_record WHERE publication_id = $1) AS record ON record.number = v.record_number
 WHERE (coalesce(v.version, record.version), coalesce(record.number, 0)) > ($2, $3)
 ORDER BY 1, 2 LIMIT $4;

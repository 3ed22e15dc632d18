import { timestampText } from '../platform/database/timestamp-text.js';
import type { Statement } from '../platform/database/statement.js';

/** Reads the account, path and erasure of publication $1. */
export const READ_PUBLICATION: Statement = {
  name: 'evidence_publication',
  text: `
    SELECT p.id, p.account_id AS "accountId", p.locale, p.slug,
           (SELECT json_build_object('at', ${timestampText('erased_at')}, 'reason', reason)
              FROM erasure AS e WHERE e.publication_id = p.id AND e.version = 0) AS erased
      FROM publication AS p WHERE p.id = $1`,
};

/** Counts the releases of publication $1, for the progress bar. */
export const COUNT_RELEASES: Statement = {
  name: 'evidence_releases_count',
  text: `
    SELECT count(*)::integer AS count FROM signed_record WHERE publication_id = $1`,
};

/**
 * Reads at most $4 releases of publication $1, starting after the release with version $2 and record $3. Each release
 * has its stored version, its signed record and its decision. If a version was released several times, its earlier
 * releases have only a record.
 */
export const READ_RELEASES: Statement = {
  name: 'evidence_releases',
  text: `
    SELECT record.version, record.number AS "recordNumber",
           encode(record.sha256, 'hex') AS sha256, record.jws, v.version IS NOT NULL AS "isLatest",
           v.published_at AS "publishedAt", v.approved_by AS "approvedBy", v.approved_via AS "approvedVia",
           v.approved_in AS "approvedIn", v.account_name AS "accountName",
           (SELECT json_build_object('description', document ->> 'description', 'markdown', content)
              FROM revision AS r WHERE r.publication_id = $1 AND r.version = v.version) AS texts,
           (SELECT to_json(fields) FROM (
              SELECT id, ${timestampText('created_at')} AS at, decided_by AS by, via, channel, key_id AS "keyId", client,
                     request_id AS "requestId",
                     json_build_object('version', nullif(public_version, 0)) AS "publicThen"
                FROM decision WHERE id = v.decision_id) AS fields) AS decision,
           (SELECT json_build_object('at', ${timestampText('erased_at')}, 'reason', reason)
              FROM erasure AS e WHERE e.publication_id = $1 AND e.version = v.version) AS erased
      FROM signed_record AS record
           LEFT JOIN released_version AS v
             ON v.publication_id = record.publication_id AND v.record_number = record.number
     WHERE record.publication_id = $1 AND (record.version, record.number) > ($2, $3)
     ORDER BY 1, 2 LIMIT $4`,
};

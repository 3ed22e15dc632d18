import { PUBLICATION_COLUMNS, PUBLICATION_TABLES, returned } from '../documents/publication-row.js';
import { IS_WARNED } from '../warnings/warned.sql.js';
import { STATE_SQL } from '../documents/publication-state.js';
import { DOCUMENT_COLUMNS } from '../documents/document.js';
import { APPROVAL_COLUMNS } from '../documents/release-facts.js';
import { differingFields } from '../documents/revision.js';
import { type Statement, timestampText } from '../platform/database/statement.js';

/** Column with the number of notes on publication `p` that are neither answered nor closed. */
const OPEN_NOTES = `(
      SELECT count(*)::integer FROM note n
      WHERE n.publication_id = p.id AND n.closed_at IS NULL AND n.answered_version IS NULL) AS "openNotes"`;

/** Reads publication $1 of account $2. */
const publicationOf = (name: string, content: string): Statement => ({
  name,
  text: `
    SELECT ${PUBLICATION_COLUMNS}, ${OPEN_NOTES}, ${IS_WARNED} AS "isWarned"${content} FROM ${PUBLICATION_TABLES}
    WHERE p.id = $1 AND p.account_id = $2`,
});
export const READ_PUBLICATION = publicationOf('publication_read', ', r.content');
/** Like `READ_PUBLICATION`, without the content, which can be long. */
export const READ_SUMMARY = publicationOf('publication_read_summary', '');

/** Reads revision $3 of publication $1 of account $2. */
const revisionOf = (name: string, content: string): Statement => ({
  name,
  text: `
    SELECT r.version, r.content_length AS "contentLength", ${DOCUMENT_COLUMNS}${content}
    FROM revision r JOIN publication p ON p.id = r.publication_id
    WHERE p.id = $1 AND p.account_id = $2 AND r.version = $3 AND p.version > 0`,
});
export const READ_REVISION_FIELDS = revisionOf('publication_revision_fields', '');
export const READ_REVISION_WHOLE = revisionOf('publication_revision_whole', ', r.content');

/**
 * Selects the publications among $1 that are decided (contract 4, `until`), or that are erased, so that nobody waits for
 * a decision on them. `SETTLED_RELEASES` explains `unnest`.
 */
export const DECIDED_PUBLICATIONS: Statement = {
  name: 'publication_decided',
  text: `
    SELECT asked.id
    FROM unnest((SELECT $1::uuid[])) AS asked (id) LEFT JOIN (${PUBLICATION_TABLES}) ON p.id = asked.id
    WHERE p.id IS NULL OR ${STATE_SQL} <> 'review'
      AND (l.publication_id IS NULL OR l.error IS NOT NULL
           OR (NOT l.in_flight AND l.indexed_version IS NOT DISTINCT FROM l.published_version))`,
};

/** The fields in which revisions $2 and $3 of publication $1 differ. */
export const READ_CHANGED_FIELDS: Statement = {
  name: 'publication_changed_fields',
  text: `
    SELECT ${differingFields('seen', 'r')} AS "changedFields"
    FROM revision r JOIN revision seen ON seen.publication_id = r.publication_id AND seen.version = $2
    WHERE r.publication_id = $1 AND r.version = $3`,
};

/** At most $4 revisions of publication $1 of account $2: version $3 and older, newest first. */
export const READ_HISTORY: Statement = {
  name: 'publication_history',
  text: `
    SELECT r.version, r.document ->> 'title' AS title, r.change_note AS "changeNote", r.intent,
           r.document -> 'author' AS author,
           r.content_length AS "contentLength", r.key_id AS "keyId",
           r.channel AS channel, r.client,
           CASE r.channel WHEN 'desk' THEN (SELECT name FROM approver WHERE id = r.key_id) END AS "correctedBy",
           ${timestampText('r.created_at')} AS "createdAt",
           ${timestampText('v.published_at')} AS "publishedAt", ${APPROVAL_COLUMNS}, ${returned('back.id IS NOT NULL')},
           ARRAY(SELECT n.id::text FROM note n
                 WHERE n.publication_id = r.publication_id AND n.answered_version = r.version
                 ORDER BY n.created_at, n.id) AS "answeredNotes",
           CASE WHEN v.withdrawn_at IS NOT NULL
             THEN json_build_object('at', ${timestampText('v.withdrawn_at')}) END AS withdrawn
    FROM revision r JOIN publication p ON p.id = r.publication_id
    LEFT JOIN released_version v ON v.publication_id = r.publication_id AND v.version = r.version
    LEFT JOIN decision approval ON approval.id = v.decision_id
    LEFT JOIN decision back ON back.publication_id = r.publication_id AND back.version = r.version
      AND back.outcome = 'returned'
    WHERE p.id = $1 AND p.account_id = $2 AND r.version <= $3 AND p.version > 0
    ORDER BY r.version DESC LIMIT $4`,
};

/** The publication at locale $1 and slug $2, and whether account $3 owns it. */
export const READ_PUBLICATION_AT: Statement = {
  name: 'publication_read_at',
  text: `
    SELECT ${PUBLICATION_COLUMNS}, r.content, p.account_id = $3 AS "isOwn" FROM ${PUBLICATION_TABLES}
    WHERE p.locale = $1 AND p.slug = $2`,
};

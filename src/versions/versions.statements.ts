import { SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import type { Statement } from '../platform/database/statement.js';
import { RENDERER } from '../rendering/renderer.js';
import { REVISION_COLUMNS, RELEASE_COLUMNS, STANDS } from '../site/page-facts.sql.js';

/** The stamp of a version. It changes with the row of the version and with the version that is public. */
const STAMP = `v.xmin::text || ' ' || page.version AS stamp`;

/** Reads whether version $3 at locale $1 and slug $2 is available (`STANDS`), and the stamp of the version. */
export const FIND_VERSION: Statement = {
  name: 'released_version_find',
  text: `
    SELECT ${STANDS} AS "stands", ${STAMP}
      FROM page JOIN released_version AS v USING (publication_id)
     WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3`,
};

/** Reads version $3 at locale $1 and slug $2, if the version is available. */
export const READ_VERSION: Statement = {
  name: 'released_version_read',
  text: `
    SELECT page.publication_id AS "publicationId", page.account_id AS "accountId", ${STAMP}, v.version,
           page.version AS "newestVersion", v.published_at AS "publishedAt",
           v.first_published_at AS "firstPublishedAt", ${REVISION_COLUMNS}, ${RELEASE_COLUMNS}, v.html, v.headings,
           v.renderer <> ${RENDERER} AS "isOutdated", record.jws, ${SHOWN_PICTURES}
      FROM page JOIN released_version AS v USING (publication_id)
           JOIN revision AS r ON r.publication_id = v.publication_id AND r.version = v.version
           JOIN signed_record AS record
             ON record.publication_id = v.publication_id AND record.number = v.record_number
     WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3 AND ${STANDS}`,
};

/** Reads the signed record of version $3 at locale $1 and slug $2. Returns no row if the version is not available. */
export const READ_RECORD: Statement = {
  name: 'released_version_record',
  text: `
    SELECT record.jws
      FROM page JOIN released_version AS v USING (publication_id)
           JOIN signed_record AS record
             ON record.publication_id = v.publication_id AND record.number = v.record_number
     WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3 AND ${STANDS}`,
};

/** Finds the document that is or was public at locale $1 and slug $2. */
export const FIND_DOCUMENT: Statement = {
  name: 'released_version_document',
  text: `
    SELECT page.publication_id AS "publicationId", r.document ->> 'title' AS title, page.withdrawn_at IS NOT NULL AS "isWithdrawn"
      FROM page
           LEFT JOIN revision AS r ON r.publication_id = page.publication_id AND r.version = page.version
     WHERE page.locale = $1 AND page.slug = $2`,
};

/**
 * Lists at most $2 releases of publication $1, highest version first, after skipping $3 releases. If a release is not
 * available, for example after a withdrawal, the query reads only its version number and the hash of its record.
 */
export const LIST_VERSIONS: Statement = {
  name: 'released_version_list',
  text: `
    SELECT record.version,
           CASE WHEN ${STANDS} THEN v.published_at END AS "publishedAt",
           CASE WHEN ${STANDS} THEN v.approved_by END AS "approvedBy",
           CASE WHEN ${STANDS} THEN v.approved_via END AS "approvedVia",
           CASE WHEN ${STANDS} THEN v.approved_in END AS "approvedIn",
           encode(record.sha256, 'hex') AS "recordSha256"
      FROM signed_record AS record JOIN page USING (publication_id)
           LEFT JOIN released_version AS v
             ON v.publication_id = record.publication_id AND v.record_number = record.number
     WHERE record.publication_id = $1
     ORDER BY record.version DESC, record.number DESC LIMIT $2 OFFSET $3`,
};

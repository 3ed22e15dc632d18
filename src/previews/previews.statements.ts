import { LACKS_PICTURES, SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import { DOCUMENT_COLUMNS } from '../documents/document.js';
import { type Statement, timestampText } from '../platform/database/statement.js';

/** The secret for signatures, and the time $1 hours from now, in seconds since the epoch. */
export const READ_SECRET: Statement = {
  name: 'preview_secret',
  text: `
    SELECT secret, floor(extract(epoch FROM now() + $1 * interval '1 hour'))::float8 AS "end"
    FROM preview_secret`,
};

/** Replaces the secret by $1. This revokes all tokens that were signed with the old secret. */
export const RENEW_SECRET: Statement = {
  name: 'preview_secret_renew',
  text: `UPDATE preview_secret SET secret = $1 RETURNING now() AS "revokedAt"`,
};

/**
 * Reads the facts for the check of a token: the secret, the time, and facts about revision $2 of publication $1. Always
 * returns one row. `found` is null if the revision does not exist, or if its account is suspended.
 */
export const READ_STANDING: Statement = {
  name: 'preview_standing',
  text: `
    SELECT secret, extract(epoch FROM now())::float8 AS now, (SELECT row_to_json(found) FROM (
      SELECT p.account_id AS "accountId", a.name AS "accountName", p.locale, p.slug, p.version = $2 AS "isWorking",
             l.published_version AS "publishedVersion", ${timestampText('l.withdrawn_at')} AS "withdrawnAt",
             page.notice, page.superseded_by IS NOT NULL AS "isSuperseded"
      FROM revision r
      JOIN publication p ON p.id = r.publication_id
      JOIN account a ON a.id = p.account_id AND a.status = 'active'
      LEFT JOIN release l ON l.publication_id = p.id
      LEFT JOIN page ON page.publication_id = p.id
      WHERE r.publication_id = $1 AND r.version = $2 AND p.version > 0
    ) AS found) AS found
    FROM preview_secret`,
};

/** Reads revision $2 of publication $1. */
export const READ_PREVIEWED: Statement = {
  name: 'preview_revision',
  text: `
    SELECT r.content, ${DOCUMENT_COLUMNS},${SHOWN_PICTURES},
           ${LACKS_PICTURES}
    FROM revision r
    JOIN publication p ON p.id = r.publication_id
    WHERE r.publication_id = $1 AND r.version = $2`,
};

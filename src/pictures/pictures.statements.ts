import type { Statement } from '../platform/database/statement.js';
import { HAS_VERSIONS, STANDS } from '../site/page-facts.sql.js';

/**
 * Reads the secret, the time, and whether the upload is allowed. It is allowed if account $1 is active and lacks
 * picture $2, and if a revision names the picture. An erased document or revision names no picture.
 */
export const READ_UPLOAD: Statement = {
  name: 'picture_upload',
  text: `
    SELECT s.secret, extract(epoch FROM now())::float8 AS now,
           EXISTS (SELECT FROM account WHERE id = $1 AND status = 'active')
             AND NOT EXISTS (SELECT FROM picture WHERE account_id = $1 AND sha256 = $2)
             AND EXISTS (
               SELECT FROM revision_picture n
               JOIN publication p ON p.id = n.publication_id AND p.version > 0
               JOIN revision r ON r.publication_id = n.publication_id AND r.version = n.version
               WHERE n.account_id = $1 AND n.sha256 = $2) AS "isOpen"
    FROM upload_secret s`,
};

/** Sets the upload time of picture $2 of account $1 to now. */
export const RENEW_PICTURE: Statement = {
  name: 'picture_renew',
  text: `
    UPDATE picture SET put_at = now() WHERE account_id = $1 AND sha256 = $2
    RETURNING sha256, type, width, height, bytes`,
};

export const SUM_PICTURES: Statement = {
  name: 'picture_sum',
  text: `SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM picture WHERE account_id = $1`,
};

/** Serialises the uploads of account $1, because their total must not exceed the limit of the account. */
export const LOCK_PICTURES: Statement = {
  name: 'picture_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('picture ' || $1::uuid::text, 0))`,
};

const FILE = `f.account_id AS "accountId", f.sha256, f.width, f.extension, f.bytes, f.tag`;

/**
 * Finds the file with SHA-256 $1, width $2 and extension $3, if a public revision or an available released version
 * (`STANDS`) names the picture.
 */
export const READ_PUBLIC_FILE: Statement = {
  name: 'picture_public_file',
  text: `
    SELECT ${FILE} FROM picture_file f
    WHERE f.sha256 = $1 AND f.width = $2 AND f.extension = $3
      AND EXISTS (
        SELECT FROM revision_picture n
        JOIN page ON page.publication_id = n.publication_id AND ${HAS_VERSIONS}
        LEFT JOIN released_version v ON v.publication_id = n.publication_id AND v.version = n.version
        WHERE n.sha256 = f.sha256 AND n.account_id = f.account_id
          AND ((n.version = page.version AND page.withdrawn_at IS NULL) OR (${STANDS})))
    LIMIT 1`,
};

/**
 * Finds the file with SHA-256 $1, width $2 and extension $3, if publication $5 of account $4 names the picture: in
 * revision $6 or, if $6 is null, in any revision.
 */
export const READ_NAMED_FILE: Statement = {
  name: 'picture_named_file',
  text: `
    SELECT ${FILE} FROM revision_picture n
    JOIN picture_file f ON f.account_id = n.account_id AND f.sha256 = n.sha256
    WHERE n.publication_id = $5 AND n.version = coalesce($6::integer, n.version) AND n.account_id = $4
      AND n.sha256 = $1 AND f.width = $2 AND f.extension = $3
    LIMIT 1`,
};

/**
 * Reads $6 bytes of the file with account $1, SHA-256 $2, width $3 and extension $4. Begins at position $5, counted
 * from 1.
 */
export const READ_FILE_PART: Statement = {
  name: 'picture_file_part',
  text: `
    SELECT substring(body FROM $5::integer FOR $6::integer) AS part FROM picture_file
    WHERE account_id = $1 AND sha256 = $2 AND width = $3 AND extension = $4`,
};

/** Removes up to $1 pictures that no revision names and whose last upload is more than 7 days ago. */
export const REMOVE_UNNAMED: Statement = {
  name: 'picture_remove_unnamed',
  text: `
    DELETE FROM picture WHERE (account_id, sha256) IN (
      SELECT p.account_id, p.sha256 FROM picture p
      WHERE p.put_at < now() - interval '7 days'
        AND NOT EXISTS (SELECT FROM revision_picture n
                         WHERE n.sha256 = p.sha256 AND n.account_id = p.account_id)
      LIMIT $1)
    RETURNING sha256`,
};

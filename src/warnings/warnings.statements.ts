import type { Statement } from '../platform/database/statement.js';

/**
 * The warnings about revision $3 of publication $1 of account $2, if it is the indexed working revision. The content
 * comes along only if there is an excerpt to read from it.
 */
export const READ_WARNINGS: Statement = {
  name: 'warnings_read',
  text: `
    SELECT e.warnings, r.document, CASE WHEN e.warnings <> '[]' THEN r.content ELSE '' END AS content
    FROM search_entry e JOIN revision r USING (publication_id, version)
    WHERE e.publication_id = $1 AND e.scope = $2::uuid::text AND e.version = $3`,
};

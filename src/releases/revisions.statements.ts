import type { Statement } from '../platform/database/statement.js';
import { REVISION_TABLES, REVISION_TO_RELEASE } from './revision-to-release.sql.js';

/** The working revision of publication $1. */
export const READ_WORKING: Statement = {
  name: 'publication_working',
  text: `
    SELECT ${REVISION_TO_RELEASE} FROM ${REVISION_TABLES}
    WHERE r.publication_id = $1 AND r.version = p.version`,
};

/** The account and the path of publication $1. */
export const READ_OWNED_PATH: Statement = {
  name: 'publication_owned_path',
  text: `SELECT account_id AS "accountId", locale, slug FROM publication WHERE id = $1`,
};

/** The address, such as `en/intro`, of each of the publications $1. */
export const READ_PATHS: Statement = {
  name: 'publication_paths',
  text: `SELECT id, locale || '/' || slug AS path FROM publication WHERE id = ANY ($1::uuid[])`,
};

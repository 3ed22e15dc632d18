import { PUBLICATION_COLUMNS, PUBLICATION_TABLES } from '../documents/publication-row.js';
import { DOCUMENT_COLUMNS } from '../documents/revision.js';
import type { Statement } from '../platform/database/statement.js';

export const READ_PUBLICATION: Statement = {
  name: 'publication_read',
  text: `
    SELECT ${PUBLICATION_COLUMNS}, r.content FROM ${PUBLICATION_TABLES}
    WHERE p.id = $1 AND p.account_id = $2`,
};

export const READ_PUBLICATION_AT: Statement = {
  name: 'publication_read_at',
  text: `
    SELECT ${PUBLICATION_COLUMNS}, r.content FROM ${PUBLICATION_TABLES}
    WHERE p.locale = $1 AND p.slug = $2 AND p.account_id = $3`,
};

export const READ_REVISION: Statement = {
  name: 'publication_revision',
  text: `
    SELECT p.id, p.account_id AS "accountId", r.version, r.content, ${DOCUMENT_COLUMNS}
    FROM revision r JOIN publication p ON p.id = r.publication_id
    WHERE r.publication_id = $1 AND r.version = $2`,
};

export const READ_PATH: Statement = {
  name: 'publication_path',
  text: `SELECT account_id AS "accountId", locale, slug FROM publication WHERE id = $1`,
};

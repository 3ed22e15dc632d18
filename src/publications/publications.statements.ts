import { timestampText } from '../platform/database/timestamp-text.js';
import type { Statement } from '../platform/database/statement.js';
import { nextRevision } from './next-revision.js';
import { DOCUMENT_COLUMNS, PUBLICATION_COLUMNS, PUBLICATION_TABLES } from './publication-row.js';

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

/** No row comes back where the path is taken, by whomever. */
export const INSERT_PUBLICATION: Statement = {
  name: 'publication_insert',
  text: `
    WITH p AS (
      INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
      VALUES ($1, $2, $3, $4, 1, now(), now())
      ON CONFLICT (locale, slug) DO NOTHING
      RETURNING id, created_at
    )
    INSERT INTO revision (publication_id, version, title, content, description, tags, sources,
                          author_kind, author_name, intent, created_at)
    SELECT id, 1, $5, $6, $7, $8, $9, $10, $11, $12, created_at FROM p
    RETURNING ${timestampText('created_at')} AS "createdAt"`,
};

/**
 * Writes the revision of a publication whose version was raised just before. It is a statement of its
 * own, so that it sees a publish that held the lock and may have named the revision before.
 */
export const INSERT_REVISION: Statement = {
  name: 'publication_insert_revision',
  text: `
    WITH r AS (
      ${nextRevision(2)}
      FROM publication p
      JOIN revision b ON b.publication_id = p.id AND b.version = p.version - 1
      LEFT JOIN release l ON l.publication_id = p.id
      WHERE p.id = $1
      RETURNING *
    )
    SELECT ${PUBLICATION_COLUMNS}, r.content
    FROM r JOIN publication p ON p.id = r.publication_id LEFT JOIN release l ON l.publication_id = p.id`,
};

/**
 * Locks a publication at the version that a publish names and moves `updatedAt`, without a new
 * version: requests for one publication follow each other, so that none lands after a newer one.
 */
export const TOUCH_PUBLICATION: Statement = {
  name: 'publication_touch',
  text: `
    UPDATE publication p SET updated_at = now()
    FROM revision r
    WHERE p.id = $1 AND p.account_id = $2 AND p.version = $3
      AND r.publication_id = p.id AND r.version = p.version
    RETURNING ${DOCUMENT_COLUMNS}, r.content`,
};

const CHANGED_FIELDS = ['title', 'content', 'description', 'tags', 'sources', 'author', 'intent']
  .map((field) => {
    const columns = field === 'author' ? ['author_kind', 'author_name'] : [field];
    const differs = columns.map((column) => `seen.${column} <> r.${column}`).join(' OR ');
    return `CASE WHEN ${differs} THEN '${field}' END`;
  })
  .join(', ');

/** What a refused write has to know: $3 is the version it expected, which may not exist yet. */
export const READ_CONFLICT: Statement = {
  name: 'publication_conflict',
  text: `
    SELECT ${PUBLICATION_COLUMNS}, array_remove(ARRAY[${CHANGED_FIELDS}], NULL) AS "changedFields"
    FROM ${PUBLICATION_TABLES}
    LEFT JOIN revision seen ON seen.publication_id = p.id AND seen.version = $3
    WHERE p.id = $1 AND p.account_id = $2`,
};

export const READ_REVISION_CONTENT: Statement = {
  name: 'publication_content',
  text: `SELECT content FROM revision WHERE publication_id = $1 AND version = $2`,
};

export const READ_REVISION: Statement = {
  name: 'publication_revision',
  text: `
    SELECT p.id, p.account_id AS "accountId", p.locale, p.slug, r.version, r.title, r.content,
           r.description, r.tags, r.sources, r.author_kind AS "authorKind",
           r.author_name AS "authorName"
    FROM revision r JOIN publication p ON p.id = r.publication_id
    WHERE r.publication_id = $1 AND r.version = $2`,
};

export const READ_PATH: Statement = {
  name: 'publication_path',
  text: `SELECT account_id AS "accountId", locale, slug FROM publication WHERE id = $1`,
};

import type { Statement } from '../platform/database/statement.js';

const SHOWN = `FROM released_page WHERE withdrawn_at IS NULL AND ($1::uuid IS NULL OR account_id = $1)`;

/** $1 account or null. */
export const COUNT: Statement = {
  name: 'released_document_count',
  text: `SELECT count(*)::integer AS count ${SHOWN}`,
};

/** When the documents at the paths $1 (locales) and $2 (slugs) were withdrawn; the others are left out. */
export const WITHDRAWN: Statement = {
  name: 'released_document_withdrawn',
  text: `
    SELECT publication_id AS id, withdrawn_at AS at
      FROM unnest($1::text[], $2::text[]) AS path (locale, slug) JOIN released_page USING (locale, slug)
     WHERE withdrawn_at IS NOT NULL`,
};

/** $1 account or null, $2 locale and $3 slug of the one before, $4 how many at most. */
export const PAGE: Statement = {
  name: 'released_document_page',
  text: `
    SELECT locale, slug, version, title, description, tags, sources, author_kind AS "authorKind",
           author_name AS "authorName", markdown, first_published_at AS "firstPublishedAt",
           published_at AS "publishedAt", approved_by AS "approvedBy", account_name AS "accountName"
    ${SHOWN} AND (locale, slug) > ($2, $3)
    ORDER BY locale, slug LIMIT $4`,
};

import type { Statement } from '../platform/database/statement.js';

/**
 * $1 locale, $2 slug, $3 publication, $4 account, $5 version, $6 title, $7 description, $8 tags,
 * $9 sources, $10 kind and $11 name of the author, $12 Markdown, $13 HTML, $14 headings, $15 time.
 */
export const PUBLISH: Statement = {
  name: 'released_page_publish',
  text: `
    INSERT INTO released_page AS page
           (locale, slug, publication_id, account_id, version, title, description, tags, sources,
            author_kind, author_name, markdown, html, headings, first_published_at, published_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
    ON CONFLICT (locale, slug) DO UPDATE
       SET version = excluded.version, title = excluded.title, description = excluded.description,
           tags = excluded.tags, sources = excluded.sources, author_kind = excluded.author_kind,
           author_name = excluded.author_name, markdown = excluded.markdown, html = excluded.html,
           headings = excluded.headings,
           first_published_at = CASE WHEN page.withdrawn_at IS NULL THEN page.first_published_at
                                     ELSE excluded.first_published_at END,
           published_at = excluded.published_at, withdrawn_at = NULL`,
};

/** $1 locale, $2 slug. */
export const WITHDRAW: Statement = {
  name: 'released_page_withdraw',
  text: `
    UPDATE released_page
       SET title = '', description = '', tags = '{}', sources = '{}', author_kind = '',
           author_name = '', markdown = '', html = '', headings = '[]', withdrawn_at = now()
     WHERE locale = $1 AND slug = $2 AND withdrawn_at IS NULL`,
};

/** $1 locale, $2 slug. */
export const FIND: Statement = {
  name: 'released_page_find',
  text: `
    SELECT locale, slug, publication_id AS "publicationId", account_id AS "accountId", version,
           title, description, tags, sources, author_kind AS "authorKind",
           author_name AS "authorName", markdown, html, headings,
           first_published_at AS "firstPublishedAt", published_at AS "publishedAt",
           withdrawn_at AS "withdrawnAt", translations, changed_at AS "changedAt"
      FROM released_page AS page
           CROSS JOIN LATERAL (
             SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                               FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
                    max(coalesce(withdrawn_at, published_at)) AS changed_at
               FROM released_page
              WHERE account_id = page.account_id AND slug = page.slug) AS same
     WHERE locale = $1 AND slug = $2`,
};

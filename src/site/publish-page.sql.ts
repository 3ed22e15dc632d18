import { RENDERER } from '../rendering/renderer.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A rendered revision, the input of `PUBLISH_PAGE`. */
export type PageToPublish = Readonly<
  Omit<
    ReleasedPage,
    | 'firstPublishedAt'
    | 'publishedAt'
    | 'withdrawnAt'
    | 'renderedBy'
    | 'modifiedAt'
    | 'sitemapPart'
    | 'headings'
  >
> & { readonly headings: readonly PageHeading[] };

/** Makes the parameters of `PUBLISH_PAGE`. */
export const pageValues = (page: PageToPublish) => ({
  ...page,
  headings: JSON.stringify(page.headings),
});

/** The columns of a page that each release sets, with their new values. */
const COLUMNS = {
  version: '$version::integer',
  title: '$title::text',
  description: '$description::text',
  tags: '$tags::text[]',
  sources: '$sources::text[]',
  author_kind: '$authorKind::text',
  author_name: '$authorName::text',
  markdown: '$markdown::text',
  html: '$html::text',
  headings: '$headings::jsonb',
  approved_by: '$approvedBy::text',
  approved_via: '$approvedVia::text',
  approved_in: '$approvedIn::text',
  account_name: '$accountName::text',
  rendered_by: `'${RENDERER}'`,
  published_at: 'made.published_at',
  modified_at: 'turn.second',
};

const ASSIGNED = Object.entries(COLUMNS)
  .map(([column, value]) => `${column} = ${value}`)
  .join(', ');

/**
 * CTEs that write the page and the tags of the revision that the CTE `made` makes public. `made` has the columns
 * `publication_id` and `published_at`; without a row, nothing changes. The CTE `shown` adds `first_published_at` to
 * them. A page keeps the date of its first release. After a withdrawal, the next release counts as the first.
 *
 * The statement with these CTEs sees the page as it was when the statement began. No other transaction changes the page
 * meanwhile: each release or withdrawal first locks its release row, and `made` holds the lock of this row. But
 * translations can change meanwhile. Therefore `released_page_turn` locks the slug, then reads them in a newer snapshot.
 *
 * `UPDATE` changes an existing page, and `INSERT` adds a new one. A single `INSERT … ON CONFLICT` would use up a
 * sitemap number for each existing page.
 */
export const PUBLISH_PAGE = `
    turn AS MATERIALIZED (
      SELECT second FROM made CROSS JOIN LATERAL released_page_turn($accountId::uuid, $slug::text, $locale::text, published_at)
    ), updated AS (
      UPDATE released_page AS page
         SET ${ASSIGNED}, withdrawn_at = NULL,
             first_published_at = CASE WHEN withdrawn_at IS NULL THEN first_published_at ELSE made.published_at END
        FROM made, turn WHERE locale = $locale::text AND slug = $slug::text
      RETURNING page.first_published_at
    ), inserted AS (
      INSERT INTO released_page (locale, slug, publication_id, account_id, first_published_at, ${Object.keys(COLUMNS).join(', ')})
      SELECT $locale::text, $slug::text, publication_id, $accountId::uuid, published_at, ${Object.values(COLUMNS).join(', ')}
        FROM made, turn WHERE NOT EXISTS (SELECT FROM updated)
    ), shown AS (
      SELECT made.*, coalesce((SELECT first_published_at FROM updated), published_at) AS first_published_at FROM made
    ), untagged AS (
      DELETE FROM released_tag USING made
       WHERE locale = $locale::text AND slug = $slug::text AND tag <> ALL ($tags::text[])
    ), tagged AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT $locale::text, $slug::text, unnest($tags::text[]), published_at FROM made
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    )`;

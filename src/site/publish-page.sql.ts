import type { PagePath } from '../documents/page-path.js';

/** A revision that becomes public, the input of `PUBLISH_PAGE`. */
export interface PageToPublish extends PagePath {
  readonly publicationId: string;
  readonly accountId: string;
  readonly version: number;
  readonly tags: readonly string[];
}

/**
 * CTEs that show the revision that the CTE `made` makes public at its address and in the lists of its tags. The
 * parameters are a `PageToPublish`. `made` has the columns `publication_id` and `published_at`; without a row, nothing
 * changes. The CTE `shown` adds `first_published_at` to them. A page keeps the date of its first release. After a
 * withdrawal, the next release counts as the first, unless another document took its place. Beside them, the page has the dates that an import states, which
 * readers see: the first one for every version, that of the change only for the version that the import made.
 *
 * The statement with these CTEs sees the page as it was when the statement began. No other transaction changes the page
 * meanwhile: each release or withdrawal first locks its release row, and `made` holds the lock of this row.
 *
 * `UPDATE` changes an existing page, and `INSERT` adds a new one. A single `INSERT … ON CONFLICT` would use up a
 * sitemap number for each existing page.
 */
export const PUBLISH_PAGE = `
    stated AS (
      SELECT file.first_published_at AS first_at, CASE WHEN file.version = $version::integer THEN file.updated_at END AS updated_at
        FROM imported_file AS file JOIN made USING (publication_id)
    ), updated AS (
      UPDATE page
         SET version = $version::integer, published_at = made.published_at, withdrawn_at = NULL,
             notice = NULL, superseded_by = NULL,
             stated_first_published_at = CASE WHEN EXISTS (SELECT FROM stated) THEN (SELECT first_at FROM stated)
                                              ELSE stated_first_published_at END,
             stated_updated_at = (SELECT updated_at FROM stated),
             first_published_at = CASE WHEN withdrawn_at IS NULL OR superseded_by IS NOT NULL
                                       THEN first_published_at ELSE made.published_at END
        FROM made WHERE locale = $locale::text AND slug = $slug::text
      RETURNING page.first_published_at
    ), inserted AS (
      INSERT INTO page (locale, slug, publication_id, account_id, version, first_published_at, published_at,
                        stated_first_published_at, stated_updated_at)
      SELECT $locale::text, $slug::text, publication_id, $accountId::uuid, $version::integer,
             published_at, published_at, (SELECT first_at FROM stated), (SELECT updated_at FROM stated)
        FROM made WHERE NOT EXISTS (SELECT FROM updated)
      RETURNING page.first_published_at
    ), shown AS (
      SELECT made.*, first.first_published_at
        FROM made, (SELECT * FROM updated UNION ALL SELECT * FROM inserted) AS first
    ), untagged AS (
      DELETE FROM released_tag USING made
       WHERE locale = $locale::text AND slug = $slug::text AND tag <> ALL ($tags::text[])
    ), tagged AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT $locale::text, $slug::text, unnest($tags::text[]), published_at FROM made
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    )`;

import { largeText, LargeValues } from '../platform/database/large-values.js';
import type { ReleasedPage } from './released-page.entity.js';
import type { MadePage } from './shown-page.js';

/** A rendered revision, the input of `PUBLISH_PAGES`. */
export type PageToPublish = Readonly<
  Omit<
    ReleasedPage,
    | 'firstPublishedAt'
    | 'publishedAt'
    | 'approvedBy'
    | 'approvedVia'
    | 'approvedIn'
    | 'withdrawnAt'
    | 'renderedBy'
    | 'modifiedAt'
    | 'sitemapPart'
    | 'headings'
  >
> &
  Pick<MadePage, 'headings'>;

/** The members of a page that are known only after its release: `isSigned`, and the columns of `SHOWN_PAGE`. */
export type PublishedPage = Pick<
  MadePage,
  | 'publicationId'
  | 'firstPublishedAt'
  | 'publishedAt'
  | 'approvedBy'
  | 'approvedVia'
  | 'approvedIn'
  | 'accountName'
  | 'changedAt'
  | 'translations'
  | 'isSigned'
>;

/**
 * Makes the parameters that `PUBLISH_PAGES` needs.
 * @param pages must not contain two pages with the same slug
 * @param renderedBy the edition that rendered the pages
 */
export function pageColumns(pages: readonly PageToPublish[], renderedBy: string) {
  const column = (name: keyof PageToPublish) => pages.map((page) => page[name]);
  const json = (name: 'tags' | 'sources' | 'headings') =>
    pages.map((page) => JSON.stringify(page[name]));
  const large = new LargeValues();
  return {
    pageLocale: column('locale'),
    pageSlug: column('slug'),
    pagePublication: column('publicationId'),
    pageAccount: column('accountId'),
    pageVersion: column('version'),
    pageTitle: column('title'),
    pageDescription: column('description'),
    pageTags: json('tags'),
    pageSources: json('sources'),
    pageAuthorKind: column('authorKind'),
    pageAuthorName: column('authorName'),
    pageMarkdown: large.add(pages.map(({ markdown }) => markdown)),
    pageHtml: large.add(pages.map(({ html }) => html)),
    pageHeadings: json('headings'),
    pageAccountName: column('accountName'),
    pageLarge: large.bytes(),
    pageRenderedBy: renderedBy,
  };
}

/**
 * CTEs that write the revisions of the CTE `made` into the released pages. `made` has the columns `publication_id`,
 * `published_at`, `shown_at`, `approved_by`, `approved_via` and `approved_in`. The CTE `shown` has a row for each
 * written page. A page keeps the date of its first release. After a withdrawal, the next release counts as the first.
 *
 * The statement with these CTEs sees the pages as they were when the statement began. No other transaction changes
 * these pages meanwhile. Each release or withdrawal first locks its release row, and `made` holds the locks of these
 * rows. But translations can change meanwhile. Therefore the function `released_page_turn` locks the slug, then reads
 * the translations in a newer snapshot.
 *
 * `UPDATE` changes the existing pages, and `INSERT` adds the new pages. A single `INSERT … ON CONFLICT` would use up a
 * sitemap number for each existing page.
 */
export const PUBLISH_PAGES = `
    page AS MATERIALIZED (
      SELECT locale, slug, publication_id, account_id, version, title, description,
             ARRAY(SELECT jsonb_array_elements_text(tags)) AS tags,
             ARRAY(SELECT jsonb_array_elements_text(sources)) AS sources,
             author_kind, author_name, ${largeText('pageLarge', 'markdown')} AS markdown,
             ${largeText('pageLarge', 'html')} AS html, headings, published_at, approved_by, approved_via,
             approved_in, account_name, second, translations
        FROM (SELECT given.*, made.published_at, made.shown_at, made.approved_by, made.approved_via,
                     made.approved_in
                FROM unnest((SELECT $pageLocale::text[]), (SELECT $pageSlug::text[]),
                            (SELECT $pagePublication::uuid[]), (SELECT $pageAccount::uuid[]),
                            (SELECT $pageVersion::integer[]), (SELECT $pageTitle::text[]),
                            (SELECT $pageDescription::text[]), (SELECT $pageTags::jsonb[]),
                            (SELECT $pageSources::jsonb[]), (SELECT $pageAuthorKind::text[]),
                            (SELECT $pageAuthorName::text[]), (SELECT $pageMarkdown::int4range[]),
                            (SELECT $pageHtml::int4range[]), (SELECT $pageHeadings::jsonb[]),
                            (SELECT $pageAccountName::text[]))
                       AS given (locale, slug, publication_id, account_id, version, title, description,
                                 tags, sources, author_kind, author_name, markdown, html, headings,
                                 account_name)
                     JOIN made USING (publication_id)
               ORDER BY slug) AS given
             CROSS JOIN LATERAL released_page_turn(account_id, slug, locale, shown_at)
    ), updated AS (
      UPDATE released_page AS old
         SET version = page.version, title = page.title, description = page.description, tags = page.tags,
             sources = page.sources, author_kind = page.author_kind, author_name = page.author_name,
             markdown = page.markdown, html = page.html, headings = page.headings,
             approved_by = page.approved_by, approved_via = page.approved_via,
             approved_in = page.approved_in, rendered_by = $pageRenderedBy,
             account_name = CASE WHEN withdrawn_at IS NULL AND old.version = page.version THEN old.account_name
                                 ELSE page.account_name END,
             first_published_at = CASE WHEN withdrawn_at IS NULL THEN first_published_at
                                       ELSE page.published_at END,
             published_at = page.published_at, withdrawn_at = NULL, modified_at = page.second
        FROM page WHERE old.locale = page.locale AND old.slug = page.slug
      RETURNING old.locale, old.slug, old.first_published_at, old.account_name
    ), untagged AS (
      DELETE FROM released_tag AS old USING page
       WHERE old.locale = page.locale AND old.slug = page.slug AND old.tag <> ALL (page.tags)
    ), tagged AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT locale, slug, unnest(tags), published_at FROM page
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    ), inserted AS (
      INSERT INTO released_page
             (locale, slug, publication_id, account_id, version, title, description, tags, sources,
              author_kind, author_name, markdown, html, headings, first_published_at, published_at,
              modified_at, approved_by, approved_via, approved_in, account_name, rendered_by)
      SELECT locale, slug, publication_id, account_id, version, title, description, tags, sources,
             author_kind, author_name, markdown, html, headings, published_at, published_at, second,
             approved_by, approved_via, approved_in, account_name, $pageRenderedBy
        FROM page WHERE NOT EXISTS (SELECT FROM updated AS old
                                     WHERE old.locale = page.locale AND old.slug = page.slug)
    ), shown AS (
      SELECT page.publication_id, page.published_at, page.approved_by, page.approved_via, page.approved_in, page.second,
             page.translations,
             coalesce(old.first_published_at, page.published_at) AS first_published_at,
             CASE WHEN old.locale IS NULL THEN page.account_name ELSE old.account_name END AS account_name
        FROM page LEFT JOIN updated AS old ON old.locale = page.locale AND old.slug = page.slug
    )`;

/** The columns of a `PublishedPage` without `isSigned`, from the CTE `shown` of `PUBLISH_PAGES`. */
export const SHOWN_PAGE = `
    shown.publication_id AS "publicationId", shown.first_published_at AS "firstPublishedAt",
    shown.published_at AS "publishedAt", shown.approved_by AS "approvedBy",
    shown.approved_via AS "approvedVia", shown.approved_in AS "approvedIn",
    shown.account_name AS "accountName", shown.second AS "changedAt", shown.translations`;

import { APPROVAL_COLUMNS } from '../documents/release-facts.js';
import { MEMBER_NAMES, memberColumns } from '../documents/document.js';

/** Query for the `xmin` of what the release of `page` made: a new rendering changes it. */
const RELEASED_XMIN = `
  SELECT xmin::text FROM released_version AS made
   WHERE made.publication_id = page.publication_id AND made.version = page.version`;

/**
 * SQL expression for the state of the menu of a locale; null if it has no public menu.
 * @param locale SQL expression for the locale
 */
export const menuStamp = (locale: string): string => `
  (SELECT menu.xmin::text || ' ' || menu.version || ' ' || menu.publication_id
     FROM site_place JOIN page AS menu USING (publication_id)
    WHERE site_place.kind = 'menu' AND site_place.locale = ${locale} AND menu.withdrawn_at IS NULL)`;

/**
 * Query for facts about all pages with the account and slug of `page`: the locales of the public pages, and a stamp. The
 * stamp consists of these locales and of the version, the release time and the `xmin` of `page` and of its released
 * version, and of the state of the menu. Every change of a row gives a new `xmin`, and `xmin` does not depend on a clock; version and time also tell
 * apart two rows of a database that was restored from a copy, which counts `xmin` anew.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         page.xmin::text || ' ' || coalesce((${RELEASED_XMIN}), '') || ' ' || page.version
           || ' ' || extract(epoch FROM page.published_at) || ' '
           || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '')
           || ' ' || coalesce(${menuStamp('page.locale')}, '') AS stamp
    FROM page AS other
   WHERE other.account_id = page.account_id AND other.slug = page.slug`;

/**
 * Page `page` with what it shows: the revision `r`, and what its release made of it, `v`. Readers see a page as one row
 * of these tables.
 */
export const SHOWN_TABLES = `
  page
  JOIN revision AS r ON r.publication_id = page.publication_id AND r.version = page.version
  JOIN released_version AS v ON v.publication_id = page.publication_id AND v.version = page.version
  LEFT JOIN decision AS approval ON approval.id = v.decision_id`;

/** The columns of the document, and of its release, from `SHOWN_TABLES`. Lists leave out the sources, which can be long. */
export const LISTED_COLUMNS = memberColumns(MEMBER_NAMES.filter((name) => name !== 'sources'));
/** The dates of `page` that readers see: those that an import states go first. */
export const PAGE_DATES = `
  coalesce(page.stated_first_published_at, page.first_published_at) AS "firstPublishedAt",
  page.published_at AS "publishedAt", page.stated_updated_at AS "statedUpdatedAt"`;
export const REVISION_COLUMNS = `${memberColumns(MEMBER_NAMES)}, r.content AS markdown`;
/** The columns of the release, from `SHOWN_TABLES`. */
export const RELEASE_COLUMNS = `${APPROVAL_COLUMNS}, v.account_name AS "accountName"`;

/** SQL condition: the released versions of document `page` have addresses, because it is public or superseded. */
export const HAS_VERSIONS = '(page.withdrawn_at IS NULL OR page.superseded_by IS NOT NULL)';

/**
 * SQL condition: version `v` of document `page` is available at its address. The document must be public, or another one
 * took its place. It must not have been withdrawn after the release of `v`, and `v` must not be erased. All releases
 * between two withdrawals have the same `first_published_at`.
 */
export const STANDS = `
  ${HAS_VERSIONS} AND v.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;

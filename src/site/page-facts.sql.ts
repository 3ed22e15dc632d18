/**
 * Query for facts about all pages with the account and slug of `page`: the locales of the public pages, and a stamp. The
 * stamp consists of these locales and of the version, the release time and the `xmin` of the row of `page`. Every change
 * of the row gives a new `xmin`, and `xmin` does not depend on a clock; version and time also tell apart two rows of a
 * database that was restored from a copy, which counts `xmin` anew.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         page.xmin::text || ' ' || page.version || ' ' || extract(epoch FROM page.published_at) || ' '
           || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

/** SQL condition: the version in the columns `publication_id` and `version` of `row` is signed (contract 15). */
export const isSigned = (row: string): string => `
    EXISTS (SELECT FROM released_revision AS signed WHERE signed.publication_id = ${row}.publication_id
               AND signed.version = ${row}.version AND signed.record_number IS NOT NULL)`;

/**
 * SQL condition: version `v` of document `page` is available at its address. The document must be public. The document
 * must not have been withdrawn after the release of `v`, and `v` must not be erased. All releases between two
 * withdrawals have the same `first_published_at`. If `v` and `page` have different values of `first_published_at`, `v`
 * was withdrawn.
 */
export const STANDS = `
  page.withdrawn_at IS NULL AND v.first_published_at = page.first_published_at
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;

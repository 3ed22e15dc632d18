/**
 * SQL expression for the time of the last change of a page. No two changes of pages with the same account and slug have
 * the same second, unless an older version of this service made them.
 */
export const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/**
 * Query for facts about all pages with the account and slug of `page`: the locales in which they are public, the last
 * change of any of them, and a stamp of everything that `page` shows. The stamp consists of the `xmin` of the row of
 * `page`, which every change of the row renews even if a clock is wrong, and of these locales.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         max(${MODIFIED}) AS changed_at,
         max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
           || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

/** SQL condition: the version that `row` names (`publication_id`, `version`) has a signed record (contract 15). */
export const isSigned = (row: string): string => `
    EXISTS (SELECT FROM released_revision AS signed WHERE signed.publication_id = ${row}.publication_id
               AND signed.version = ${row}.version AND signed.record_number IS NOT NULL)`;

/**
 * SQL condition: version `v` of document `page` is available at its address. This is so if the document is public and
 * was not withdrawn since the release of the version, and if the version is not erased. All releases between two
 * withdrawals have the same `first_published_at`: if that of `v` differs from that of `page`, `v` was withdrawn. An
 * older service did not record it for versions; their `published_at` is compared instead.
 */
export const STANDS = `
  page.withdrawn_at IS NULL AND coalesce(v.first_published_at = page.first_published_at,
                                         v.published_at >= page.first_published_at)
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;

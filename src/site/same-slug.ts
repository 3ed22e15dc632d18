/** When a page was last changed; its own second null where an older version of this service made the change. */
export const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/**
 * What a page says of the same slug in other locales of its account, and the stamp of all of it: no
 * row of `released_page` changes without a new `xmin`, so that the stamp follows every change, whoever
 * made it and whatever the clocks say.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         max(${MODIFIED}) AS changed_at,
         string_agg(locale || ' ' || xmin::text, ',' ORDER BY locale) AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

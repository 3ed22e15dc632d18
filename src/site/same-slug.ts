/** When a page was last changed; its own second null where an older version of this service made the change. */
export const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/**
 * What a page says of the same slug in other locales of its account, and the stamp of all that it shows: its own row,
 * of which no change is without a new `xmin`, whoever made it and whatever the clocks say, and the names of those
 * locales. What else changes in them changes nothing here.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         max(${MODIFIED}) AS changed_at,
         max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
           || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

/** When a page last changed. The change has its own second, unless an older version of this service made it. */
export const MODIFIED = `
  greatest(modified_at, date_trunc('second', coalesce(withdrawn_at, published_at)))`;

/**
 * The locales in which the account shows this slug, the last change among them, and a stamp of all that the page shows:
 * the `xmin` of its row, which any change renews even if clocks are wrong, and these locales.
 */
export const SAME_SLUG = `
  SELECT coalesce(array_agg(locale ORDER BY locale COLLATE "C")
                    FILTER (WHERE withdrawn_at IS NULL), '{}') AS translations,
         max(${MODIFIED}) AS changed_at,
         max(xmin::text) FILTER (WHERE locale = page.locale) || ' '
           || coalesce(string_agg(locale, ',' ORDER BY locale) FILTER (WHERE withdrawn_at IS NULL), '') AS stamp
    FROM released_page
   WHERE account_id = page.account_id AND slug = page.slug`;

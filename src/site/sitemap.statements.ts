import type { Statement } from '../platform/database/statement.js';
import { LAST_CHANGE } from './listed-pages.statements.js';

/** Parts that name a document, with the time of the newest; one look into an index a part. */
export const PARTS: Statement = {
  name: 'sitemap_parts',
  text: `
    SELECT part.number AS "part", newest.at AS "lastModified"
      FROM generate_series(
             0, (SELECT max(sitemap_part) FROM released_page WHERE withdrawn_at IS NULL)) AS part(number)
           CROSS JOIN LATERAL (
             SELECT max(published_at) AS at FROM released_page
              WHERE withdrawn_at IS NULL AND sitemap_part = part.number) AS newest
     WHERE newest.at IS NOT NULL
     ORDER BY part.number`,
};

/** $1 part. How many addresses it has, and a number that changes with the time of any of them. */
export const STAMP: Statement = {
  name: 'sitemap_stamp',
  text: `
    SELECT count(*)::integer AS "count",
           coalesce(sum(extract(epoch FROM published_at)), 0)::text AS "sum",
           (${LAST_CHANGE}) AS "lastChange"
      FROM released_page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1`,
};

/** $1 part, $2 time, $3 locale and $4 slug of the address before, $5 limit. */
export const ADDRESSES: Statement = {
  name: 'sitemap_addresses',
  text: `
    SELECT locale, slug, published_at AS "publishedAt"
      FROM released_page
     WHERE withdrawn_at IS NULL AND sitemap_part = $1
       AND (published_at, locale, slug) > ($2, $3, $4)
     ORDER BY published_at, locale, slug
     LIMIT $5`,
};

import { renderMarkdown } from '../../src/rendering/render-markdown.js';
import { RENDERER } from '../../src/rendering/rendered-document.js';
import { markdown } from '../documents.js';
import { addNestPages } from '../nest/seed.js';
import type { Target } from '../stage.js';

/**
 * Number of pages, more than fit into the cache of a process. The cache holds 64 MiB, and each page counts as its bytes
 * plus 2 KiB. So if readers request all pages in turn, the requested page is never in the cache.
 */
export const PAGES = 30_000;
/** Number of different texts, which the pages use in turn. */
const TEXTS = 100;
const TITLE = 'A page of the bench';

/** Returns the slug of the nth page, counted from 0. */
export const pageSlug = (n: number): string => `page-${n}`;

/** Adds the released pages. $1 account, $2 texts, which the pages use in turn. */
const ADD = `
  WITH made AS (
    INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at, searched_version)
    SELECT gen_random_uuid(), $1, 'en', 'page-' || n, 1, now(), now(), 1 FROM generate_series(0, ${PAGES - 1}) AS n
    RETURNING id, slug
  ), revised AS (
    INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                          created_at)
    SELECT id, 1, '{"title": "${TITLE}", "description": "", "tags": [], "sources": [],
                    "author": {"kind": "service", "name": "Bench"}}', '', 0, 'draft', '', 'http', now()
      FROM made
  ), rendered AS (
    INSERT INTO released_version (publication_id, version, html, headings, renderer, published_at,
                                   first_published_at, account_name, record_number)
    SELECT id, 1, ($2::text[])[1 + substr(slug, 6)::integer % ${TEXTS}], '[]', ${RENDERER}, now(), now(), 'Bench', 1
      FROM made
  )
  INSERT INTO page (locale, slug, publication_id, account_id, version, first_published_at, published_at)
  SELECT 'en', slug, id, $1, 1, now(), now() FROM made`;

/** Adds released pages, if they are not there yet. All servers get the same HTML. */
export async function addPages({ accountId, name, sql }: Target): Promise<void> {
  const { rowCount } = await sql.query(`SELECT FROM page WHERE slug = '${pageSlug(0)}'`);
  if (rowCount !== 0) return;
  const texts = Array.from({ length: TEXTS }, (_, n) => {
    return renderMarkdown({ title: TITLE, markdown: markdown(n), imageOrigins: [] }).html;
  });
  if (name === 'nest') await addNestPages(sql, PAGES, texts);
  else await sql.query(ADD, [accountId, texts]);
}

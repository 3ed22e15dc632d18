import { renderMarkdown } from '../../src/rendering/render-markdown.js';
import { RENDERER } from '../../src/rendering/renderer.js';
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
  INSERT INTO released_page (locale, slug, publication_id, account_id, version, title, description, tags, sources,
                             author_kind, author_name, markdown, html, headings, first_published_at, published_at,
                             modified_at, rendered_by)
  SELECT 'en', 'page-' || n, gen_random_uuid(), $1, 1, '${TITLE}', '', '{}', '{}', 'service', 'Bench', '',
         ($2::text[])[1 + n % ${TEXTS}], '[]', now(), now(), now(), '${RENDERER}'
    FROM generate_series(0, ${PAGES - 1}) AS n`;

/** Adds released pages, if they are not there yet. All servers get the same HTML. */
export async function addPages({ accountId, name, sql }: Target): Promise<void> {
  const table = name === 'nest' ? 'page' : 'released_page';
  const { rowCount } = await sql.query(`SELECT FROM ${table} WHERE slug = '${pageSlug(0)}'`);
  if (rowCount !== 0) return;
  const texts = Array.from({ length: TEXTS }, (_, n) => {
    return renderMarkdown({ title: TITLE, markdown: markdown(n), imageOrigins: [] }).html;
  });
  if (name === 'nest') await addNestPages(sql, PAGES, texts);
  else await sql.query(ADD, [accountId, texts]);
}

import { type Config, readConfig } from '../../src/platform/config/config.js';
import { renderMarkdown } from '../../src/rendering/render-markdown.js';
import { type Site, siteOf } from '../../src/site/html/site.js';
import { siteTasks } from '../../src/site/site-tasks.js';
import { type CompressedFile, uncompressed } from '../../src/site/compressed-file.js';
import { SAME_SLUG } from '../../src/site/page-facts.sql.js';
import { markdown } from '../documents.js';
import { keepNestPages } from '../nest/seed.js';
import { editionAt, type Target } from '../stage.js';

/**
 * Number of stored pages, 1.7 times as many as fit into the page cache of a process. The cache holds 64 MiB, and each
 * page counts as its bytes plus 1 KiB. So if readers request all pages in turn, the requested page is never in the
 * cache.
 */
export const KEPT_PAGES = 30_000;
/** Number of different texts, which the pages use in turn. */
const TEXTS = 100;
const TITLE = 'A page of the bench';

/** Returns the slug of the nth page, counted from 0. */
export const keptSlug = (n: number): string => `kept-${n}`;

/** Adds the released pages. $1 account, $2 texts, which the pages use in turn, $3 edition. */
const SHOW = `
  INSERT INTO released_page (locale, slug, publication_id, account_id, version, title, description, tags, sources,
                             author_kind, author_name, markdown, html, headings, first_published_at, published_at,
                             modified_at, rendered_by)
  SELECT 'en', 'kept-' || n, gen_random_uuid(), $1, 1, '${TITLE}', '', '{}', '{}', 'service', 'Bench', '',
         ($2::text[])[1 + n % ${TEXTS}], '[]', now(), now(), now(), $3
    FROM generate_series(0, ${KEPT_PAGES - 1}) AS n`;

/**
 * Adds the stored files. $1 edition; $2 tags, $3 brotli and $4 gzip of the pages, one for each text; $5 slugs (LIKE).
 * The Markdown is empty, because no request reads it.
 */
const KEEP = `
  INSERT INTO kept_page (locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag, markdown_br,
                         markdown_gzip)
  SELECT locale, slug, same.stamp, $1, text.tag, text.br, text.gzip, '', '', ''
    FROM released_page AS page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
         JOIN unnest($2::text[], $3::bytea[], $4::bytea[]) WITH ORDINALITY AS text (tag, br, gzip, place)
           ON place = 1 + split_part(slug, '-', -1)::integer % cardinality($2::text[])
   WHERE slug LIKE $5
  ON CONFLICT DO NOTHING`;

/**
 * Stores prerendered pages as a release does, if the pages are not stored yet. The other servers get the same bytes.
 */
export async function keepPages(target: Target): Promise<void> {
  const { accountId, name, origin, sql } = target;
  const { rowCount } = await sql.query(
    `SELECT FROM ${name === 'nest' ? 'page' : 'kept_page'} WHERE slug = '${keptSlug(0)}'`,
  );
  if (rowCount !== 0) return;
  const documents = Array.from({ length: TEXTS }, (_, n) => markdown(n));
  const files = filesOf(target, documents);
  const texts = await Promise.all(files.map(async ({ gzip }) => String(await uncompressed(gzip))));
  if (name === 'nest') {
    await keepNestPages(sql, KEPT_PAGES, texts);
    return;
  }
  await sql.query(SHOW, [accountId, texts, editionAt(origin)]);
  await keep(target, 'kept-%', files);
}

/**
 * Stores a prerendered page of `content` for each released document whose slug matches `slugs` (LIKE). Skips documents
 * that already have a prerendered page.
 */
export async function keepPagesOf(target: Target, slugs: string, content: string): Promise<void> {
  await keep(target, slugs, filesOf(target, [content]));
}

async function keep(
  { origin, sql }: Target,
  slugs: string,
  files: CompressedFile[],
): Promise<void> {
  const madeBy = editionAt(origin);
  const column = (name: 'tag' | 'br' | 'gzip') => files.map((file) => file[name]);
  await sql.query(KEEP, [madeBy, column('tag'), column('br'), column('gzip'), slugs]);
}

const configOf = (origin: string): Config => readConfig({ PUBLIC_BASE_URL: origin });

const filesOf = ({ origin }: Target, documents: readonly string[]): CompressedFile[] =>
  documents.map((content, n) => pageOf(siteOf(configOf(origin)), content, n));

function pageOf(site: Site, content: string, n: number): CompressedFile {
  const document = { title: TITLE, markdown: content };
  const { html, headings } = renderMarkdown({ ...document, imageOrigins: [] });
  const now = new Date();
  const page = {
    ...document,
    html,
    headings,
    locale: 'en',
    slug: keptSlug(n),
    publicationId: '',
    accountId: '',
    version: 1,
    description: '',
    tags: [],
    sources: [],
    authorKind: 'service',
    authorName: 'Bench',
    approvedBy: null,
    approvedVia: null,
    approvedIn: null,
    accountName: 'Bench',
    firstPublishedAt: now,
    publishedAt: now,
    withdrawnAt: null,
    translations: ['en'],
    isSigned: true,
    changedAt: now,
  };
  return siteTasks.pageFiles({ site, page }).page;
}

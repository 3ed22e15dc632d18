import { largeBytes, LargeValues } from '../platform/database/large-values.js';
import type { PageForm } from './page-path.js';
import { SAME_SLUG } from './same-slug.js';
import type { Compression, PageFiles } from './shown-page.js';

/** Parameters of `KEEP_FILES`. @param madeBy the edition that made the files */
export function fileColumns(files: readonly PageFiles[], madeBy: string) {
  const large = new LargeValues();
  const tags = (form: PageForm) => files.map((each) => each[form].tag);
  const bytes = (form: PageForm, compression: Compression) =>
    large.add(files.map((each) => each[form][compression]));
  return {
    fileOf: files.map(({ publicationId }) => publicationId),
    fileLocale: files.map(({ locale }) => locale),
    fileSlug: files.map(({ slug }) => slug),
    fileChangedAt: files.map(({ changedAt }) => changedAt),
    filePageTag: tags('page'),
    filePageBr: bytes('page', 'br'),
    filePageGzip: bytes('page', 'gzip'),
    fileMarkdownTag: tags('markdown'),
    fileMarkdownBr: bytes('markdown', 'br'),
    fileMarkdownGzip: bytes('markdown', 'gzip'),
    fileLarge: large.bytes(),
    fileMadeBy: madeBy,
  };
}

const bytes = (place: string): string => largeBytes('fileLarge', place);

/**
 * Stores the files that were made for the publications of part `indexed`. If a page has changed since, `changed_at`
 * differs and its files are not stored: each change has a second of its own. The statement waits for a running
 * withdrawal, so that no files of a withdrawn page are stored. The files are only copies: readers get the same bytes,
 * made on request, if the stored files are missing or outdated (ADR 18).
 */
export const KEEP_FILES = `
    file AS MATERIALIZED (
      SELECT file.* FROM unnest(
               (SELECT $fileOf::uuid[]), (SELECT $fileLocale::text[]), (SELECT $fileSlug::text[]),
               (SELECT $fileChangedAt::timestamptz[]), (SELECT $filePageTag::text[]),
               (SELECT $filePageBr::int4range[]), (SELECT $filePageGzip::int4range[]),
               (SELECT $fileMarkdownTag::text[]), (SELECT $fileMarkdownBr::int4range[]),
               (SELECT $fileMarkdownGzip::int4range[]))
             AS file (publication_id, locale, slug, changed_at, page_tag, page_br, page_gzip, markdown_tag,
                      markdown_br, markdown_gzip)
             JOIN indexed USING (publication_id)
    ), page AS MATERIALIZED (
      SELECT file.*, page.account_id FROM file JOIN released_page AS page USING (locale, slug)
       WHERE withdrawn_at IS NULL ORDER BY slug, locale FOR SHARE OF page
    ), kept AS (
      INSERT INTO kept_page (locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag,
                             markdown_br, markdown_gzip)
      SELECT locale, slug, same.stamp, $fileMadeBy, page_tag, ${bytes('page_br')}, ${bytes('page_gzip')},
             markdown_tag, ${bytes('markdown_br')}, ${bytes('markdown_gzip')}
        FROM page CROSS JOIN LATERAL (${SAME_SLUG}) AS same
       WHERE same.changed_at = page.changed_at
      ON CONFLICT (locale, slug) DO UPDATE
         SET stamp = excluded.stamp, made_by = excluded.made_by, page_tag = excluded.page_tag,
             page_br = excluded.page_br, page_gzip = excluded.page_gzip,
             markdown_tag = excluded.markdown_tag, markdown_br = excluded.markdown_br,
             markdown_gzip = excluded.markdown_gzip
    )`;

import { largeBytes, LargeValues } from '../platform/database/large-values.js';
import type { Compression } from './compressed-file.js';
import type { PageForm } from './page-path.js';
import { SAME_SLUG } from './page-facts.sql.js';
import type { PageFiles } from './shown-page.js';

/**
 * Makes the parameters that `KEEP_FILES` needs.
 * @param madeBy the edition that made the files
 */
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
 * CTEs that store the files of those publications that the CTE `indexed` contains. The files of a page are not stored
 * if the page changed after the files were made. `changed_at` shows such a change, because no two changes of a page
 * have the same second. `FOR SHARE` waits for a running withdrawal of the page, so that no files of a withdrawn page
 * are stored. If the stored files of a page are missing or outdated, a request makes files with the same bytes (ADR
 * 18).
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

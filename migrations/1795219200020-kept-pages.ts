import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The answers at the address of a document and of its Markdown, compressed when it is released. A copy that
 * anybody may delete: it is sent only where `stamp` is still that of the page, and `made_by` that of the
 * template and settings of the process that asks. Compressed bytes are not compressed again.
 */
export class KeptPages1795219200020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_page (
        locale          text  NOT NULL,
        slug            text  NOT NULL,
        stamp           text  NOT NULL,
        made_by         text  NOT NULL,
        page_tag        text  NOT NULL,
        page_br         bytea NOT NULL,
        page_gzip       bytea NOT NULL,
        markdown_tag    text  NOT NULL,
        markdown_br     bytea NOT NULL,
        markdown_gzip   bytea NOT NULL,
        CONSTRAINT kept_page_pkey PRIMARY KEY (locale, slug))`);
    for (const column of ['page_br', 'page_gzip', 'markdown_br', 'markdown_gzip']) {
      await runner.query(`ALTER TABLE kept_page ALTER COLUMN ${column} SET STORAGE EXTERNAL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE kept_page`);
  }
}

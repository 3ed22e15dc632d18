import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * By what a released page was rendered, so that pages of an older renderer are found and rendered anew. Null: by a
 * version that did not note it.
 */
export class RenderedBy1795219200111 implements MigrationInterface {
  /** An index that is built while others write cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE released_page ADD COLUMN IF NOT EXISTS rendered_by text`);
    // One that was interrupted left an index that nothing uses.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS released_page_rendered_by_idx`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY released_page_rendered_by_idx ON released_page (rendered_by)
        WHERE withdrawn_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS released_page_rendered_by_idx`);
    await runner.query(`ALTER TABLE released_page DROP COLUMN rendered_by`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Feeds as they are made after a release, compressed. A copy that anybody may delete: it is sent only where its `tag` is
 * that of what the feed shows now. Compressed bytes are not compressed again.
 */
export class PrerenderedFeeds1795219200110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE prerendered_feed (
        locale  text  NOT NULL,
        tag     text  NOT NULL,
        br      bytea NOT NULL,
        gzip    bytea NOT NULL,
        CONSTRAINT prerendered_feed_pkey PRIMARY KEY (locale))`);
    for (const column of ['br', 'gzip']) {
      await runner.query(
        `ALTER TABLE prerendered_feed ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE prerendered_feed`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * HTTP dates count in seconds: two releases within one second had one date, and a cache that asks by date
 * kept the first for ever. From now on each change of a page, or of one that it names as its translation,
 * has a second of its own. Null: nothing was changed since.
 */
export class PageModifiedTimes1795219200021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE released_page ADD COLUMN modified_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE released_page DROP COLUMN modified_at`);
  }
}

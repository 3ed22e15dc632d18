import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets accounts take turns at being released. A constant default rewrites nothing, and serves the version
 * before, which names no account: what it asks for, and all that was asked for until now, stands in line as
 * one account's, until it is published the next time.
 */
export class ReleasesByAccount1795219200030 implements MigrationInterface {
  /** An index that is built while others write cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE release ADD COLUMN IF NOT EXISTS account_id uuid NOT NULL
        DEFAULT '00000000-0000-0000-0000-000000000000'`);
    // One that was interrupted left an index that nothing uses.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS release_turn_idx`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY release_turn_idx ON release (account_id, due_at)
        WHERE due_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS release_turn_idx`);
    await runner.query(`ALTER TABLE release DROP COLUMN account_id`);
  }
}

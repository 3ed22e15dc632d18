import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets accounts take turns where their working revisions are indexed: a worker goes from account to account by one step
 * in the index each. The version before goes on with publication_unsearched_idx.
 */
export class WorkingIndexTurns1795219200120 implements MigrationInterface {
  /** An index that is built while others write cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was interrupted left an index that nothing uses.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS publication_unsearched_turn_idx`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY publication_unsearched_turn_idx ON publication (account_id, updated_at)
        WHERE searched_version IS DISTINCT FROM version`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS publication_unsearched_turn_idx`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What of the working revisions is still to be indexed is a fact, not a queue: the version of the document
 * differs from the one that the index holds. Nothing is rewritten: a new column is null, so that all documents
 * of before are to be indexed, and the version before, which does not know it, leaves what it writes to be
 * indexed.
 */
export class WorkingIndex1795219200060 implements MigrationInterface {
  /** An index that is built while others write cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE publication ADD COLUMN IF NOT EXISTS searched_version integer`);
    // One that was interrupted left an index that nothing uses.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS publication_unsearched_idx`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY publication_unsearched_idx ON publication (updated_at)
        WHERE searched_version IS DISTINCT FROM version`);
    // Who indexes a document at the moment, or has just done so. Lost in a crash, it is begun anew.
    await runner.query(`
      CREATE UNLOGGED TABLE IF NOT EXISTS working_claim (
        publication_id uuid           CONSTRAINT working_claim_pkey PRIMARY KEY,
        -- nobody else takes it before
        until          timestamptz(3) NOT NULL,
        -- of those who did not come to an end
        attempts       integer        NOT NULL
      )`);
    // What ranking knows of an account as a whole, so that nothing of others shows.
    await runner.query(`
      CREATE TABLE IF NOT EXISTS working_account (
        account_id uuid    CONSTRAINT working_account_pkey PRIMARY KEY,
        -- of its documents
        entries    integer NOT NULL,
        -- the number of the newest entry
        puts       integer NOT NULL,
        languages  text[]  NOT NULL
      )`);
    // Nothing has written entries until now.
    await runner.query(`DROP SEQUENCE IF EXISTS working_entry_number`);
    await runner.query(`
      ALTER TABLE working_entry DROP COLUMN IF EXISTS title, DROP COLUMN IF EXISTS description,
                                DROP COLUMN IF EXISTS tags, DROP COLUMN IF EXISTS author_kind`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE working_entry ADD COLUMN IF NOT EXISTS title text NOT NULL DEFAULT '',
                                ADD COLUMN IF NOT EXISTS description text NOT NULL DEFAULT '',
                                ADD COLUMN IF NOT EXISTS tags text[],
                                ADD COLUMN IF NOT EXISTS author_kind text`);
    await runner.query(`CREATE SEQUENCE IF NOT EXISTS working_entry_number`);
    await runner.query(`DROP TABLE IF EXISTS working_account, working_claim`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS publication_unsearched_idx`);
    await runner.query(`ALTER TABLE publication DROP COLUMN IF EXISTS searched_version`);
  }
}

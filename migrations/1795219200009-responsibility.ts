import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a revision was made, by whom, and who answers for its release. Expands: the version before works on it. */
export class Responsibility1795219200009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A constant default and columns without one: no row is rewritten.
    await runner.query(`
      ALTER TABLE revision
        ADD COLUMN change_note    text NOT NULL DEFAULT '',
        -- characters of the content; null in revisions from before: then they are counted
        ADD COLUMN content_length integer,
        -- null in revisions from before, and the key where an operator wrote
        ADD COLUMN key_id         text,
        ADD COLUMN door           text`);
    await runner.query(`
      ALTER TABLE release
        -- as stated with the requested revision
        ADD COLUMN requested_approved_by text,
        -- of the published revision
        ADD COLUMN approved_by           text`);
    await runner.query(`ALTER TABLE accepted_write ADD COLUMN approved_by text`);
    // A revision stays as it was written: when it was public, and who released it, stands beside it.
    await runner.query(`
      CREATE TABLE released_revision (
        publication_id uuid           NOT NULL,
        version        integer        NOT NULL,
        -- the last time, where it was withdrawn in between
        published_at   timestamptz(3) NOT NULL,
        approved_by    text,
        CONSTRAINT released_revision_pkey PRIMARY KEY (publication_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE released_revision`);
    await runner.query(`ALTER TABLE accepted_write DROP COLUMN approved_by`);
    await runner.query(
      `ALTER TABLE release DROP COLUMN requested_approved_by, DROP COLUMN approved_by`,
    );
    await runner.query(`
      ALTER TABLE revision DROP COLUMN change_note, DROP COLUMN content_length, DROP COLUMN key_id,
                           DROP COLUMN door`);
  }
}

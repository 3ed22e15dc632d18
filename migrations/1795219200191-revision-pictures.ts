import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which pictures each revision names, noted when it is written. Expands: the version before knows nothing of it, and
 * knows no pictures either.
 */
export class RevisionPictures1795219200191 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revision_picture (
        publication_id uuid    NOT NULL,
        version        integer NOT NULL,
        -- in the order in which the content names them, from 1
        place          integer NOT NULL,
        account_id     uuid    NOT NULL,
        sha256         text    NOT NULL,
        -- it has an alternative text wherever it stands
        is_described   boolean NOT NULL,
        CONSTRAINT revision_picture_pkey PRIMARY KEY (publication_id, version, place)
      )`);
    await runner.query(
      `CREATE INDEX revision_picture_sha256_idx ON revision_picture (sha256, account_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE revision_picture`);
  }
}

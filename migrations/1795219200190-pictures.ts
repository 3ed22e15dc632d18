import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pictures of accounts, as they were uploaded and as readers get them. Expands: tables that the version before does not
 * know. Bytes are stored uncompressed, so that a part of them is read without the rest.
 */
export class Pictures1795219200190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE picture (
        account_id uuid           NOT NULL CONSTRAINT picture_account_id_fkey REFERENCES account,
        -- of the bytes, hexadecimal
        sha256     text           NOT NULL,
        type       text           NOT NULL,
        width      integer        NOT NULL,
        height     integer        NOT NULL,
        bytes      integer        NOT NULL,
        original   bytea          NOT NULL,
        -- when it was uploaded, for the last time
        put_at     timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT picture_pkey PRIMARY KEY (account_id, sha256)
      )`);
    await runner.query(`ALTER TABLE picture ALTER COLUMN original SET STORAGE EXTERNAL`);
    await runner.query(`CREATE INDEX picture_put_at_idx ON picture (put_at)`);
    await runner.query(`
      CREATE TABLE picture_file (
        account_id uuid    NOT NULL,
        sha256     text    NOT NULL,
        width      integer NOT NULL,
        extension  text    NOT NULL,
        height     integer NOT NULL,
        bytes      integer NOT NULL,
        tag        text    NOT NULL,
        body       bytea   NOT NULL,
        CONSTRAINT picture_file_pkey PRIMARY KEY (account_id, sha256, width, extension),
        CONSTRAINT picture_file_picture_fkey FOREIGN KEY (account_id, sha256) REFERENCES picture
          ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX picture_file_name_idx ON picture_file (sha256, width, extension)`,
    );
    await runner.query(`ALTER TABLE picture_file ALTER COLUMN body SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE picture_file, picture`);
  }
}

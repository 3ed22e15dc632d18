import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What upload addresses are signed with. It never changes, so that the stored answer of a write gives the same address
 * again. Expands: a table that the version before does not know.
 */
export class UploadSecret1795219200192 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upload_secret (
        -- always true: there is one row
        alone  boolean NOT NULL DEFAULT true,
        secret bytea   NOT NULL,
        CONSTRAINT upload_secret_pkey PRIMARY KEY (alone),
        CONSTRAINT upload_secret_alone_check CHECK (alone)
      )`);
    // 244 random bits: two UUIDs of version 4, from the random numbers that keys are made of.
    await runner.query(`
      INSERT INTO upload_secret (secret)
      VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE upload_secret`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the addresses of previews are signed with: one secret for all processes, which another one ends. Expands: a
 * table that the version before does not know.
 */
export class PreviewSecret1795219200050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE preview_secret (
        -- always true: there is one row
        alone      boolean        NOT NULL DEFAULT true,
        secret     bytea          NOT NULL,
        renewed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT preview_secret_pkey PRIMARY KEY (alone),
        CONSTRAINT preview_secret_alone_check CHECK (alone)
      )`);
    // 244 random bits: two UUIDs of version 4, from the random numbers that keys are made of.
    await runner.query(`
      INSERT INTO preview_secret (secret)
      VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE preview_secret`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every release is signed. Expands: the version before releases without a signature. */
export class SignedRecords1795219200171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signing_key (
        -- thumbprint of the public key (RFC 7638)
        kid         text           CONSTRAINT signing_key_pkey PRIMARY KEY,
        -- member x of the JWK
        public_key  text           NOT NULL,
        -- PKCS #8; null: retired, or kept in SIGNING_KEY_FILE
        private_key bytea,
        created_at  timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // Several processes that start for the first time at once agree on one key.
    await runner.query(`
      CREATE UNIQUE INDEX signing_key_active_idx ON signing_key ((private_key IS NOT NULL))
        WHERE private_key IS NOT NULL`);
    await runner.query(`
      CREATE TABLE signed_record (
        publication_id uuid    NOT NULL,
        -- place in the chain of the publication, from 1
        number         integer NOT NULL,
        version        integer NOT NULL,
        -- of the JWS
        sha256         bytea   NOT NULL,
        -- compact serialisation (RFC 7515); null: erased
        jws            text,
        CONSTRAINT signed_record_pkey PRIMARY KEY (publication_id, number)
      )`);
    await runner.query(`
      ALTER TABLE released_revision
        -- in the chain of the publication; null: released before records were signed
        ADD COLUMN record_number integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE released_revision DROP COLUMN record_number`);
    await runner.query(`DROP TABLE signed_record`);
    await runner.query(`DROP TABLE signing_key`);
  }
}

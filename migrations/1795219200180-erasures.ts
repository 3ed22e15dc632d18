import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What operators erased: of a document or of one revision, which is gone from its table. Expands: the version before
 * works on it, for it, too, finds no revision of a document whose version is 0.
 */
export class Erasures1795219200180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // It outlives what it speaks of, so no foreign keys.
    await runner.query(`
      CREATE TABLE erasure (
        publication_id uuid           NOT NULL,
        -- 0: the whole document
        version        integer        NOT NULL,
        account_id     uuid           NOT NULL,
        reason         text           NOT NULL,
        operator       text           NOT NULL,
        erased_at      timestamptz(3) NOT NULL DEFAULT now(),
        -- null: some of it still stands in tables, where nobody finds it
        finished_at    timestamptz(3),
        -- of the document, before it was erased
        last_version   integer        NOT NULL,
        -- of the revision: when, by which key, over which channel and with which program it was written
        written_at     timestamptz(3),
        key_id         text,
        channel        text,
        client         jsonb,
        -- and when it was released last; null: never
        published_at   timestamptz(3),
        CONSTRAINT erasure_pkey PRIMARY KEY (publication_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE erasure`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts search their own documents, drafts included: the working revision of each, by the same words
 * as what is public, and never in the same table as it.
 */
export class WorkingSearch1795219200041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE working_entry_number`);
    await runner.query(`
      CREATE TABLE working_entry (
        locale         text           NOT NULL,
        slug           text           NOT NULL,
        publication_id uuid           NOT NULL,
        version        integer        NOT NULL,
        title          text           NOT NULL,
        description    text           NOT NULL,
        body           text           NOT NULL,
        -- names its account as well
        vector         tsvector       NOT NULL,
        length         integer,
        tags           text[],
        author_kind    text,
        -- of the revision
        published_at   timestamptz(3) NOT NULL,
        CONSTRAINT working_entry_pkey PRIMARY KEY (locale, slug)
      )`);
    await runner.query(`
      CREATE INDEX working_entry_vector_idx ON working_entry USING gin (vector)
        WITH (gin_pending_list_limit = 256)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE working_entry`);
    await runner.query(`DROP SEQUENCE working_entry_number`);
  }
}

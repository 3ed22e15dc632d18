import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What readers touch: the page as it was released, and the words by which it is found. */
export class SiteAndSearch1795219200004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE released_page (
        locale             text           NOT NULL,
        slug               text           NOT NULL,
        publication_id     uuid           NOT NULL CONSTRAINT released_page_publication_id_key UNIQUE,
        account_id         uuid           NOT NULL,
        version            integer        NOT NULL,
        title              text           NOT NULL,
        description        text           NOT NULL,
        tags               text[]         NOT NULL,
        sources            text[]         NOT NULL,
        author_kind        text           NOT NULL,
        author_name        text           NOT NULL,
        markdown           text           NOT NULL,
        -- sanitised
        html               text           NOT NULL,
        -- [{depth, id, text}]
        headings           jsonb          NOT NULL,
        first_published_at timestamptz(3) NOT NULL,
        published_at       timestamptz(3) NOT NULL,
        -- not null: the address answers 410 and the row holds no content
        withdrawn_at       timestamptz(3),
        CONSTRAINT released_page_pkey PRIMARY KEY (locale, slug)
      )`);
    // Each page names the other locales that have it.
    await runner.query(`
      CREATE INDEX released_page_translations_idx ON released_page (account_id, slug)`);
    await runner.query(`
      CREATE TABLE search_entry (
        locale      text     NOT NULL,
        slug        text     NOT NULL,
        title       text     NOT NULL,
        description text     NOT NULL,
        -- plain text of the document, for snippets
        body        text     NOT NULL,
        vector      tsvector NOT NULL,
        CONSTRAINT search_entry_pkey PRIMARY KEY (locale, slug)
      )`);
    // What was indexed last waits in a list that every search reads. With the default of 4 MB the
    // planner found the table cheaper to read than that list: 80 ms instead of 1 at 20,000 documents.
    await runner.query(`
      CREATE INDEX search_entry_vector_idx ON search_entry USING gin (vector)
        WITH (gin_pending_list_limit = 256)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE search_entry, released_page`);
  }
}

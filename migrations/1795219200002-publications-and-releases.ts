import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What clients edit, revision by revision, and what of it is or shall be public. */
export class PublicationsAndReleases1795219200002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE publication (
        id         uuid           CONSTRAINT publication_pkey PRIMARY KEY,
        account_id uuid           NOT NULL CONSTRAINT publication_account_id_fkey REFERENCES account,
        locale     text           NOT NULL,
        slug       text           NOT NULL,
        version    integer        NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        -- over every account and state: a path is served by one document for ever
        CONSTRAINT publication_path_key UNIQUE (locale, slug)
      )`);
    // One index a sort order: a page of a list costs the same at any depth.
    await runner.query(
      `CREATE INDEX publication_created_idx ON publication (account_id, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX publication_updated_idx ON publication (account_id, updated_at, id)`,
    );
    await runner.query(`
      CREATE TABLE revision (
        publication_id uuid           NOT NULL CONSTRAINT revision_publication_id_fkey REFERENCES publication,
        version        integer        NOT NULL,
        title          text           NOT NULL,
        content        text           NOT NULL,
        description    text           NOT NULL,
        tags           text[]         NOT NULL,
        sources        text[]         NOT NULL,
        author_kind    text           NOT NULL,
        author_name    text           NOT NULL,
        intent         text           NOT NULL,
        created_at     timestamptz(3) NOT NULL,
        CONSTRAINT revision_pkey PRIMARY KEY (publication_id, version),
        CONSTRAINT revision_intent_check CHECK (intent IN ('draft', 'review'))
      )`);
    // The row is the job: see docs/adr/0002-release-row-as-job.md.
    await runner.query(`
      CREATE TABLE release (
        publication_id    uuid           CONSTRAINT release_pkey PRIMARY KEY
                                         CONSTRAINT release_publication_id_fkey REFERENCES publication,
        -- the newest revision that an accepted publish named
        requested_version integer        NOT NULL,
        requested_at      timestamptz(3) NOT NULL,
        -- the requested revision is neither public nor failed for good
        in_flight         boolean        NOT NULL,
        published_version integer,
        published_at      timestamptz(3),
        indexed_version   integer,
        -- {code, message, version, failedAt}
        error             jsonb,
        attempts          integer        NOT NULL,
        -- when a worker may take it next; a claim moves it to the end of the lease; null: nothing to do
        due_at            timestamptz(3),
        -- raised by every accepted publish, claim and withdrawal: who holds an older one changes nothing
        fencing_token     integer        NOT NULL
      )`);
    await runner.query(`CREATE INDEX release_due_idx ON release (due_at) WHERE due_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE release, revision, publication`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was decided on revisions: a fact a row, never changed. Expands: the version before works on it. */
export class Decisions1795219200163 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Also the audit row of what was sent back, so no foreign keys: it outlives what it speaks of.
    await runner.query(`
      CREATE TABLE decision (
        -- of a release, the id of its accepted write
        id              uuid           CONSTRAINT decision_pkey PRIMARY KEY,
        account_id      uuid           NOT NULL,
        publication_id  uuid           NOT NULL,
        version         integer        NOT NULL,
        outcome         text           NOT NULL,
        -- as stated; null: nobody was named
        decided_by      text,
        -- how that person confirmed it; null: nobody was named
        via             text,
        -- why it was sent back; else empty
        note            text           NOT NULL DEFAULT '',
        -- null: an operator
        key_id          text,
        client          jsonb,
        channel         text           NOT NULL,
        request_id      text           NOT NULL,
        -- of the form that sent it back; a release has its key in its accepted write
        idempotency_key text,
        created_at      timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT decision_outcome_check CHECK (outcome IN ('released', 'returned')),
        CONSTRAINT decision_via_check CHECK (via IN ('desk', 'host', 'key'))
      )`);
    // A revision is sent back once: what is mended is a new one.
    await runner.query(`
      CREATE UNIQUE INDEX decision_returned_key ON decision (publication_id, version)
        WHERE outcome = 'returned'`);
    await runner.query(`
      CREATE INDEX decision_released_idx ON decision (publication_id, version, id)
        WHERE outcome = 'released'`);
    // What was decided lately.
    await runner.query(
      `CREATE INDEX decision_account_idx ON decision (account_id, created_at, id)`,
    );
    // The audit is read in the order of time.
    await runner.query(`
      CREATE INDEX decision_audit_idx ON decision (created_at, id) WHERE outcome = 'returned'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE decision`);
  }
}

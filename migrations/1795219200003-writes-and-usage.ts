import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was accepted, and how much of it a day. */
export class WritesAndUsage1795219200003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Idempotency record and audit row in one, so no foreign keys: it outlives what it speaks of.
    await runner.query(`
      CREATE TABLE accepted_write (
        id                 uuid           CONSTRAINT accepted_write_pkey PRIMARY KEY,
        account_id         uuid           NOT NULL,
        operation          text           NOT NULL,
        publication_id     uuid           NOT NULL,
        version            integer        NOT NULL,
        key_id             text           NOT NULL,
        door               text           NOT NULL,
        request_id         text           NOT NULL,
        created_at         timestamptz(3) NOT NULL DEFAULT now(),
        -- these four are emptied after the time to live
        idempotency_key    text,
        fingerprint        bytea,
        fingerprint_format smallint,
        -- json, not jsonb: a replay has the same members in the same order; without content, which the revision holds
        answer             json,
        CONSTRAINT accepted_write_operation_check CHECK (operation IN ('create', 'update', 'publish')),
        CONSTRAINT accepted_write_door_check CHECK (door IN ('http', 'mcp'))
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX accepted_write_idempotency_key ON accepted_write (account_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL`);
    await runner.query(
      `CREATE INDEX accepted_write_account_idx ON accepted_write (account_id, created_at)`,
    );
    // One for each age, so that housekeeping finds the old rows of an age and passes over no other.
    await runner.query(`
      CREATE INDEX accepted_write_record_idx ON accepted_write (created_at)
        WHERE idempotency_key IS NOT NULL`);
    await runner.query(`
      CREATE INDEX accepted_write_audit_idx ON accepted_write (created_at)
        WHERE idempotency_key IS NULL`);
    await runner.query(`
      CREATE TABLE daily_usage (
        account_id uuid    NOT NULL CONSTRAINT daily_usage_account_id_fkey REFERENCES account,
        day        date    NOT NULL,
        used       integer NOT NULL,
        CONSTRAINT daily_usage_pkey PRIMARY KEY (account_id, day)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE daily_usage, accepted_write`);
  }
}

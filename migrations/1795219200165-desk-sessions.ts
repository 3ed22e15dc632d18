import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is signed in at the desk. Expands: the version before knows nothing of it. */
export class DeskSessions1795219200165 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE desk_session (
        -- SHA-256 of the token in the cookie, which stands nowhere
        token_hash bytea          CONSTRAINT desk_session_pkey PRIMARY KEY,
        account_id uuid           NOT NULL,
        key_id     text           NOT NULL,
        -- what readers see of the person
        name       text           NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        used_at    timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE desk_session`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may write, and what operators did about it. */
export class AccountsAndKeys1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account (
        id                uuid           CONSTRAINT account_pkey PRIMARY KEY,
        name              text           NOT NULL,
        plan              text           NOT NULL,
        -- null: the limit of the plan, which the configuration holds
        daily_write_limit integer,
        status            text           NOT NULL,
        created_at        timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT account_plan_check CHECK (plan IN ('free', 'upgraded')),
        CONSTRAINT account_daily_write_limit_check CHECK (daily_write_limit >= 0),
        CONSTRAINT account_status_check CHECK (status IN ('active', 'suspended'))
      )`);
    await runner.query(`
      CREATE TABLE publisher_key (
        -- the public part of the key: looked up, shown and logged
        id           text           CONSTRAINT publisher_key_pkey PRIMARY KEY,
        account_id   uuid           NOT NULL CONSTRAINT publisher_key_account_id_fkey REFERENCES account,
        name         text           NOT NULL,
        -- SHA-256: the secret has 160 random bits or more, so nothing slower is needed
        secret_hash  bytea          NOT NULL,
        scopes       text[]         NOT NULL,
        expires_at   timestamptz(3),
        revoked_at   timestamptz(3),
        last_used_at timestamptz(3),
        created_at   timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX publisher_key_account_id_idx ON publisher_key (account_id)`);
    await runner.query(`
      CREATE TABLE operator_action (
        id         uuid           CONSTRAINT operator_action_pkey PRIMARY KEY,
        -- the name of the command, such as 'keys revoke'
        action     text           NOT NULL,
        -- the login name of the person at the shell
        operator   text           NOT NULL,
        account_id uuid,
        -- what it was done to and with; never a secret
        details    jsonb          NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE operator_action, publisher_key, account`);
  }
}

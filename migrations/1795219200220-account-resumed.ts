import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an account was resumed: sessions at the desk from before stay ended. Expands: the version before ignores it. */
export class AccountResumed1795219200220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a default: no row is rewritten.
    await runner.query(`
      -- null: not resumed since this column exists
      ALTER TABLE account ADD COLUMN resumed_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE account DROP COLUMN resumed_at`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may release for an account. Expands: the version before works on it, and lets any key release. */
export class ReleaseRules1795219200164 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A constant default: no row is rewritten; accounts are few, so the check may look at all of them.
    await runner.query(`
      ALTER TABLE account
        ADD COLUMN release_rule text NOT NULL DEFAULT 'any-key',
        ADD CONSTRAINT account_release_rule_check
          CHECK (release_rule IN ('any-key', 'other-key', 'confirmed', 'desk'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE account DROP COLUMN release_rule`);
  }
}

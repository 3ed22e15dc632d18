import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The decision of each release, stored by the statement that accepts the publish, and the version that was public at the
 * time of a decision. Expands: the version before ignores the columns.
 */
export class ReleaseDecisions1795219200310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a default: no row is rewritten.
    await runner.query(`
      -- null: requested or published by the version before
      ALTER TABLE release ADD COLUMN requested_decision_id uuid, ADD COLUMN decision_id uuid`);
    await runner.query(`ALTER TABLE released_revision ADD COLUMN decision_id uuid`);
    // 0: no version was public. null: not recorded
    await runner.query(`ALTER TABLE decision ADD COLUMN public_version integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE decision DROP COLUMN public_version`);
    await runner.query(`ALTER TABLE released_revision DROP COLUMN decision_id`);
    await runner.query(`
      ALTER TABLE release DROP COLUMN requested_decision_id, DROP COLUMN decision_id`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which key took the place of a rotated one. Expands: the version before works on it. */
export class KeySuccessors1795219200150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a default: no row is rewritten.
    await runner.query(`
      -- null: not rotated, or by the version before
      ALTER TABLE publisher_key ADD COLUMN successor_id text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE publisher_key DROP COLUMN successor_id`);
  }
}

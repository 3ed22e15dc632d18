import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['release', 'released_revision'];

/**
 * Records when an operator withdrew a document and its released versions, so that every answer can say so. Rows of
 * earlier withdrawals stay without a time.
 */
export class WithdrawnAt1795219200320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN withdrawn_at timestamptz(3)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN withdrawn_at`);
    }
  }
}

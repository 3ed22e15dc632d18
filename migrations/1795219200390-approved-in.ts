import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['released_page', 'released_revision'];

/**
 * In which program a release was confirmed, as the MCP host says (contract 9). Expands: the version before ignores the
 * columns.
 */
export class ApprovedIn1795219200390 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN approved_in text`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN approved_in`);
    }
  }
}

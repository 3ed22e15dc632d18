import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which program wrote, as it names itself. Expands: the version before works on it. */
export class Clients1795219200162 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // {"name", "version"}; null: it did not say, or is one of the version before.
    await runner.query(`ALTER TABLE accepted_write ADD COLUMN client jsonb`);
    await runner.query(`ALTER TABLE revision ADD COLUMN client jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE revision DROP COLUMN client`);
    await runner.query(`ALTER TABLE accepted_write DROP COLUMN client`);
  }
}

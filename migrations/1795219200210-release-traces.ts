import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The trace (W3C Trace Context) to which the release of a revision belongs, where its publish was traced. Expands: the
 * version before leaves it alone.
 */
export class ReleaseTraces1795219200210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE release ADD COLUMN traceparent text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE release DROP COLUMN traceparent`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leaves the index by account and time to those who ask by time. Before it has statistics, PostgreSQL
 * would look up a single idempotency key in it too, and read every write of the account.
 */
export class AccountAuditIndex1795219200008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX accepted_write_account_idx`);
    await runner.query(`
      CREATE INDEX accepted_write_account_idx ON accepted_write (account_id, created_at)
        WHERE created_at > '-infinity'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX accepted_write_account_idx`);
    await runner.query(
      `CREATE INDEX accepted_write_account_idx ON accepted_write (account_id, created_at)`,
    );
  }
}

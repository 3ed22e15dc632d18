import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators write too, without a key: their imports stand in the audit beside the clients' writes. */
export class OperatorsWrites1795219200007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accepted_write
        ALTER COLUMN key_id DROP NOT NULL,
        -- the login name of the person at the shell, where that was the door
        ADD COLUMN operator text,
        DROP CONSTRAINT accepted_write_door_check,
        ADD CONSTRAINT accepted_write_door_check CHECK (door IN ('http', 'mcp', 'operator')),
        ADD CONSTRAINT accepted_write_writer_check CHECK (
          (key_id IS NULL) = (door = 'operator') AND (operator IS NOT NULL) = (door = 'operator'))`);
    // The audit is read in the order of time.
    await runner.query(
      `CREATE INDEX operator_action_created_idx ON operator_action (created_at, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX operator_action_created_idx`);
    await runner.query(`DELETE FROM accepted_write WHERE door = 'operator'`);
    await runner.query(`
      ALTER TABLE accepted_write
        DROP CONSTRAINT accepted_write_writer_check,
        DROP CONSTRAINT accepted_write_door_check,
        ADD CONSTRAINT accepted_write_door_check CHECK (door IN ('http', 'mcp')),
        DROP COLUMN operator,
        ALTER COLUMN key_id SET NOT NULL`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `channel` takes the place of `door`. Expands: the version before still writes and reads `door`, this one writes
 * `channel` and reads both. The rules are checked for new rows alone; the next migration checks the old ones.
 */
export class Channel1795219200160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE revision ADD COLUMN channel text`);
    await runner.query(`
      ALTER TABLE accepted_write
        ADD COLUMN channel text,
        ALTER COLUMN door DROP NOT NULL,
        DROP CONSTRAINT accepted_write_door_check,
        ADD CONSTRAINT accepted_write_channel_check
          CHECK (coalesce(channel, door, '') IN ('http', 'mcp', 'desk', 'operator')) NOT VALID,
        DROP CONSTRAINT accepted_write_writer_check,
        ADD CONSTRAINT accepted_write_writer_check CHECK (
          (key_id IS NULL) = (coalesce(channel, door) = 'operator')
          AND (operator IS NOT NULL) = (coalesce(channel, door) = 'operator')) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE revision SET door = channel WHERE door IS NULL`);
    await runner.query(`ALTER TABLE revision DROP COLUMN channel`);
    await runner.query(`
      UPDATE accepted_write SET door = CASE channel WHEN 'desk' THEN 'http' ELSE channel END
      WHERE door IS NULL`);
    await runner.query(`
      ALTER TABLE accepted_write
        DROP CONSTRAINT accepted_write_writer_check,
        DROP CONSTRAINT accepted_write_channel_check,
        ADD CONSTRAINT accepted_write_door_check CHECK (door IN ('http', 'mcp', 'operator')),
        ADD CONSTRAINT accepted_write_writer_check CHECK (
          (key_id IS NULL) = (door = 'operator') AND (operator IS NOT NULL) = (door = 'operator')),
        ALTER COLUMN door SET NOT NULL,
        DROP COLUMN channel`);
  }
}

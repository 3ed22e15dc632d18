import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the rows from before `channel`, under a lock that lets writes go on. */
export class ChannelChecked1795219200161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE accepted_write VALIDATE CONSTRAINT accepted_write_channel_check`,
    );
    await runner.query(
      `ALTER TABLE accepted_write VALIDATE CONSTRAINT accepted_write_writer_check`,
    );
  }

  async down(): Promise<void> {}
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who released a page, told to its readers. Expands: the version before works on it. */
export class PageResponsibility1795219200053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Columns without a default: no row is rewritten.
    await runner.query(`
      ALTER TABLE released_page
        -- as stated at the publish of this version; null: nobody was named
        ADD COLUMN approved_by  text,
        -- of the account that published it; null in pages from before
        ADD COLUMN account_name text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE released_page DROP COLUMN approved_by, DROP COLUMN account_name`,
    );
  }
}

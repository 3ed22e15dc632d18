import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How whoever released a page confirmed it, told to its readers. Expands: the version before works on it. */
export class PageApprovedVia1795219200166 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a default: no row is rewritten. Pages from before say "as stated" until they are rendered anew.
    await runner.query(`
      ALTER TABLE released_page
        -- desk, host or key; null: nobody was named, or from before
        ADD COLUMN approved_via text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE released_page DROP COLUMN approved_via`);
  }
}

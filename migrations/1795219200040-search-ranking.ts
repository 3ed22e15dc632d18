import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ranking knows how long a document is, and results say more of it. Columns without a default: nothing is
 * rewritten. What was indexed before is found as before, ranked as if of middling length and without its
 * phrases, until `publications reindex --all`.
 */
export class SearchRanking1795219200040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE search_entry
        -- words of the content, or signs of writing without spaces
        ADD COLUMN length      integer,
        ADD COLUMN tags        text[],
        ADD COLUMN author_kind text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE search_entry DROP COLUMN length, DROP COLUMN tags, DROP COLUMN author_kind`);
  }
}

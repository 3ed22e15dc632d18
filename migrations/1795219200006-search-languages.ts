import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents are found by the stems of their language, by tag and locale within the index, and the
 * newest first. The words of those that are public come from their text, which is the worker's to
 * read: it indexes all of them again. Until then they are found by the words they have.
 */
export class SearchLanguages1795219200006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Numbers the entries in the order of their indexing: what is newest is searched first.
    await runner.query(`CREATE SEQUENCE search_entry_number`);
    await runner.query(`ALTER TABLE search_entry ADD COLUMN published_at timestamptz(3)`);
    await runner.query(`
      UPDATE search_entry e SET published_at = coalesce(p.published_at, now())
        FROM search_entry s LEFT JOIN released_page p USING (locale, slug)
       WHERE (e.locale, e.slug) = (s.locale, s.slug)`);
    await runner.query(`ALTER TABLE search_entry ALTER COLUMN published_at SET NOT NULL`);
    // The oldest first, so that the newest get the highest numbers; 50 a second, so that what is
    // published meanwhile does not wait behind them.
    await runner.query(`
      UPDATE release l SET indexed_version = NULL, attempts = 0, due_at = now() + turn * interval '20 milliseconds'
        FROM (SELECT publication_id, row_number() OVER (ORDER BY published_at) AS turn
                FROM release WHERE indexed_version = published_version AND NOT in_flight) held
       WHERE l.publication_id = held.publication_id`);
    await runner.query(`
      UPDATE release SET indexed_version = NULL WHERE indexed_version = published_version AND in_flight`);
  }

  /** The index of before holds fewer words of the same documents: those of now do no harm in it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE search_entry DROP COLUMN published_at`);
    await runner.query(`DROP SEQUENCE search_entry_number`);
  }
}

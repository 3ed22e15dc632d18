import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever changes a page or one of its translations goes one after the other, and each change has a second
 * of its own. A function, because what it reads after its lock must be what was committed until then: a
 * statement sees only what was there when it began, and so the lock took a round trip of its own.
 */
export class ReleasedPageTurns1795219200070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION released_page_turn(
        the_account uuid, the_slug text, the_locale text, at timestamptz,
        OUT second timestamptz, OUT translations text[]
      ) LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('released_page ' || the_slug, 0));
        SELECT greatest(date_trunc('second', at), max(greatest(
                 modified_at, date_trunc('second', coalesce(withdrawn_at, published_at))))
                 + interval '1 second')
          INTO second FROM released_page WHERE account_id = the_account AND slug = the_slug;
        translations := ARRAY(
          SELECT locale FROM (
            SELECT locale FROM released_page
             WHERE account_id = the_account AND slug = the_slug AND locale <> the_locale
               AND withdrawn_at IS NULL
             UNION ALL SELECT the_locale) AS shown
           ORDER BY locale COLLATE "C");
      END
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION released_page_turn');
  }
}

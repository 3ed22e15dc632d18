import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of the newest documents, whole, in a locale or with a tag, and the parts of the sitemap. */
export class ListsAndSitemap1795219200005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Parts of 10,000: 50,000 of the longest addresses would be more than the 50 MB that a part may have.
    await runner.query(`CREATE SEQUENCE sitemap_address_seq MINVALUE 0`);
    await runner.query(`
      ALTER TABLE released_page
        ADD COLUMN sitemap_part integer NOT NULL DEFAULT (nextval('sitemap_address_seq') / 10000)`);
    await runner.query(`
      ALTER SEQUENCE sitemap_address_seq OWNED BY released_page.sitemap_part`);
    // The columns by which a list is ordered, so that a page far down costs steps in an index alone.
    await runner.query(`
      CREATE INDEX released_page_newest_idx ON released_page (published_at, locale, slug)
        WHERE withdrawn_at IS NULL`);
    await runner.query(`
      CREATE INDEX released_page_newest_in_locale_idx ON released_page (locale, published_at, slug)
        WHERE withdrawn_at IS NULL`);
    await runner.query(`
      CREATE INDEX released_page_sitemap_idx
          ON released_page (sitemap_part, published_at, locale, slug)
        WHERE withdrawn_at IS NULL`);
    // When the site last lost a document: its lists have changed then too.
    await runner.query(`
      CREATE INDEX released_page_withdrawn_idx ON released_page (withdrawn_at)
        WHERE withdrawn_at IS NOT NULL`);
    // No index on the array in released_page gives its rows in an order: a common tag would be sorted
    // whole for each page of its list.
    await runner.query(`
      CREATE TABLE released_tag (
        locale       text           NOT NULL,
        slug         text           NOT NULL,
        tag          text           NOT NULL,
        published_at timestamptz(3) NOT NULL,
        CONSTRAINT released_tag_pkey PRIMARY KEY (locale, slug, tag)
      )`);
    await runner.query(`
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT locale, slug, unnest(tags), published_at FROM released_page
       WHERE withdrawn_at IS NULL`);
    await runner.query(`
      CREATE INDEX released_tag_newest_idx ON released_tag (tag, published_at, locale, slug)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE released_tag`);
    await runner.query(`
      DROP INDEX released_page_newest_idx, released_page_newest_in_locale_idx,
                 released_page_withdrawn_idx`);
    await runner.query(`ALTER TABLE released_page DROP COLUMN sitemap_part`);
  }
}

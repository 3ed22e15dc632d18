import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every released version stays readable at an address of its own. Expands: the version before leaves the new columns
 * empty, and such a version is rendered when it is read.
 */
export class ReleasedVersions1795219200170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE released_revision
        -- since when the address showed a document at that time: a withdrawal ends that
        ADD COLUMN first_published_at timestamptz(3),
        ADD COLUMN approved_via       text,
        ADD COLUMN account_name       text,
        -- the article and its metadata, as JSON and compressed: TOAST does not try to compress it again
        ADD COLUMN document           bytea,
        ALTER COLUMN document SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE released_revision
        DROP COLUMN document, DROP COLUMN account_name, DROP COLUMN approved_via,
        DROP COLUMN first_published_at`);
  }
}

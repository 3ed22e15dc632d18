import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which file each imported document comes from, and which version the import made of it (contract 10). Expands: a new
 * table, which the version before does not read.
 */
export class ImportedFiles1795219200330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE imported_file (
        publication_id uuid    NOT NULL,
        -- path in the imported folder
        file           text    NOT NULL,
        -- of the file when it was imported last, in hexadecimal
        sha256         text    NOT NULL,
        -- the revision that equals the file
        version        integer NOT NULL,
        CONSTRAINT imported_file_pkey PRIMARY KEY (publication_id),
        CONSTRAINT imported_file_publication_fkey FOREIGN KEY (publication_id) REFERENCES publication (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE imported_file`);
  }
}

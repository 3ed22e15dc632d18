import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { PagePath } from '../documents/page-path.js';
import type { StatedDates } from './stated-dates.js';

/** What the last import of a document wrote (contract 10). */
export interface ImportedFile extends PagePath {
  readonly publicationId: string;
  /** Path of the file, relative to the imported folder. */
  readonly file: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** The revision that the import made, or found equal to the file. */
  readonly version: number;
  /** The dates that the file states. */
  readonly dates: StatedDates;
}

/** Reads what was imported into account $1. */
const READ: Statement = {
  name: 'imported_file_read',
  text: `
    SELECT f.publication_id AS "publicationId", p.locale, p.slug, f.file, f.sha256, f.version,
           f.first_published_at AS "firstPublishedAt", f.updated_at AS "updatedAt"
      FROM imported_file f JOIN publication p ON p.id = f.publication_id
     WHERE p.account_id = $1 ORDER BY p.slug`,
};

/**
 * Remembers that version $4 of publication $1 equals file $2, whose SHA-256 is $3, and which states the dates $5 and $6.
 * Not if the text was erased since.
 */
const REMEMBER: Statement = {
  name: 'imported_file_remember',
  text: `
    INSERT INTO imported_file (publication_id, file, sha256, version, first_published_at, updated_at)
    SELECT publication_id, $2, $3, version, $5, $6 FROM revision WHERE publication_id = $1 AND version = $4
    ON CONFLICT (publication_id) DO UPDATE
       SET file = excluded.file, sha256 = excluded.sha256, version = excluded.version,
           first_published_at = excluded.first_published_at, updated_at = excluded.updated_at`,
};

/** Remembers which file each imported document comes from, and which revision the import made of it. */
@Injectable()
export class ImportedFilesRepository {
  constructor(private readonly database: Database) {}

  /** Reads the imported documents of an account. */
  async of(accountId: string): Promise<ImportedFile[]> {
    type Row = Omit<ImportedFile, 'dates'> & StatedDates;
    const rows = await this.database.rows<Row>(READ, [accountId]);
    return rows.map(({ firstPublishedAt, updatedAt, ...file }) =>
      Object.assign(file, { dates: { firstPublishedAt, updatedAt } }),
    );
  }

  async remember({
    publicationId,
    file,
    sha256,
    version,
    dates: { firstPublishedAt, updatedAt },
  }: Omit<ImportedFile, keyof PagePath>): Promise<void> {
    const values = [publicationId, file, sha256, version, firstPublishedAt, updatedAt];
    await this.database.rows(REMEMBER, values);
  }
}

import { Injectable } from '@nestjs/common';
import { flattened } from '../documents/document.js';
import type { PagePath } from '../documents/page-path.js';
import { Database } from '../platform/database/database.js';
import {
  REVISION_TABLES,
  REVISION_TO_RELEASE,
  type RevisionRow,
  type RevisionToRelease,
} from './revision-to-release.sql.js';
import type { Statement } from '../platform/database/statement.js';
import { LACKS_DRAFT_ENTRY } from '../search/put-entry.sql.js';

/** The working revision of publication $1, if the draft index lacks it. */
export const READ_UNINDEXED: Statement = {
  name: 'publication_unindexed',
  text: `
    SELECT ${REVISION_TO_RELEASE} FROM ${REVISION_TABLES}
    WHERE r.publication_id = $1 AND r.version = p.version AND ${LACKS_DRAFT_ENTRY}`,
};

/** The account and the path of publication $1. */
export const READ_OWNED_PATH: Statement = {
  name: 'publication_owned_path',
  text: `SELECT account_id AS "accountId", locale, slug FROM publication WHERE id = $1`,
};

/** The address, such as `en/intro`, of each of the publications $1. */
export const READ_PATHS: Statement = {
  name: 'publication_paths',
  text: `SELECT id, locale || '/' || slug AS path FROM publication WHERE id = ANY ($1::uuid[])`,
};

/** The account and the path of a publication, which never change. */
type OwnedPath = PagePath & { readonly accountId: string };

/** Reads revisions and paths, for the worker and for commands of operators. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: Database) {}

  /** Reads the working revision of a publication; `undefined`: it is indexed, or the publication was erased. */
  async readUnindexed(publicationId: string): Promise<RevisionToRelease | undefined> {
    const [row] = await this.database.worker.rows<RevisionRow>(READ_UNINDEXED, [publicationId]);
    return row && flattened(row);
  }

  /** Reads the account and path of a publication; `undefined` for an unknown id. */
  async ownerOf(publicationId: string): Promise<OwnedPath | undefined> {
    const [path] = await this.database.rows<OwnedPath>(READ_OWNED_PATH, [publicationId]);
    return path;
  }

  /** Returns the address, such as `en/intro`, of each of these publications that exists, by id. */
  async pathsOf(publicationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.rows<{ id: string; path: string }>(READ_PATHS, [
      publicationIds,
    ]);
    return new Map(rows.map(({ id, path }) => [id, path]));
  }
}

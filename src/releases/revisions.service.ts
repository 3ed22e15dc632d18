import { Injectable } from '@nestjs/common';
import { flattened } from '../documents/document.js';
import { Database } from '../platform/database/database.js';
import { READ_OWNED_PATH, READ_PATHS, READ_WORKING } from './revisions.statements.js';
import type { RevisionRow, RevisionToRelease } from './revision-to-release.sql.js';

/** The account and the path of a publication, which never change. */
export interface OwnedPath {
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
}

/** Reads revisions and paths, for the worker and for commands of operators. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: Database) {}

  /** Reads the working revision of a publication; `undefined`: the publication was erased. */
  async readWorking(publicationId: string): Promise<RevisionToRelease | undefined> {
    const [row] = await this.database.worker.rows<RevisionRow>(READ_WORKING, [publicationId]);
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

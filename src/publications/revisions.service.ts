import { Injectable } from '@nestjs/common';
import type { DocumentRow } from '../documents/document.js';
import { WorkerDatabase } from '../platform/database/database.js';
import { READ_PATH, READ_REVISION, READ_WORKING } from './publications.statements.js';

/** A revision with the path it is released at: what the worker makes public. */
export interface RevisionToRelease extends DocumentRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly version: number;
  /** Markdown. */
  readonly content: string;
}

/** The account and the path of a publication, which never change. */
export interface OwnedPath {
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
}

/** Reads what never changes of publications: for the worker's door, which writes none. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: WorkerDatabase) {}

  /** A revision that an accepted write has made. */
  async read(publicationId: string, version: number): Promise<RevisionToRelease> {
    const [revision] = await this.database.rows<RevisionToRelease>(READ_REVISION, [
      publicationId,
      version,
    ]);
    return revision!;
  }

  /** The newest revision of a publication. */
  async readWorking(publicationId: string): Promise<RevisionToRelease> {
    const [revision] = await this.database.rows<RevisionToRelease>(READ_WORKING, [publicationId]);
    return revision!;
  }

  /** Whose a publication is and where it stands; `undefined` for an unknown id. */
  async ownerOf(publicationId: string): Promise<OwnedPath | undefined> {
    const [owned] = await this.database.rows<OwnedPath>(READ_PATH, [publicationId]);
    return owned;
  }
}

import { Injectable } from '@nestjs/common';
import type { DocumentRow } from './document/document.js';
import { Database } from '../platform/database/database.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { Publication } from './publication.entity.js';
import { READ_REVISIONS, READ_WORKING } from './publications.statements.js';

/** A revision with the path it is released at: what the worker makes public. */
export interface RevisionToRelease extends DocumentRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly version: number;
  readonly content: string;
  /** The pictures that it names and that are there; `null`: none. */
  readonly pictures: readonly PictureToShow[] | null;
}

export interface NamedRevision {
  readonly publicationId: string;
  readonly version: number;
}

/** The account and the path of a publication, which never change. */
export type OwnedPath = Readonly<Pick<Publication, 'accountId' | 'locale' | 'slug'>>;

/** Reads what never changes of publications: for the worker’s interface, which writes none. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: Database) {}

  /** Revisions of different publications, in the order of their names; `undefined`: it was erased. */
  async read(named: readonly NamedRevision[]): Promise<(RevisionToRelease | undefined)[]> {
    const rows = await this.database.worker.rows<RevisionToRelease>(READ_REVISIONS, [
      named.map(({ publicationId }) => publicationId),
      named.map(({ version }) => version),
    ]);
    const revisions = new Map(rows.map((row) => [row.id, row]));
    return named.map(({ publicationId }) => revisions.get(publicationId));
  }

  /** The newest revision of a publication; `undefined`: it was erased. */
  async readWorking(publicationId: string): Promise<RevisionToRelease | undefined> {
    const [revision] = await this.database.worker.rows<RevisionToRelease>(READ_WORKING, [
      publicationId,
    ]);
    return revision;
  }

  /** Account and path of a publication; `undefined` for an unknown id. */
  async ownerOf(publicationId: string): Promise<OwnedPath | undefined> {
    const select = { accountId: true, locale: true, slug: true };
    const found = await this.database.transaction((tx) =>
      tx.findOne(Publication, { select, where: { id: publicationId } }),
    );
    return found
      ? { accountId: found.accountId, locale: found.locale, slug: found.slug }
      : undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { DocumentRow } from './document/document.js';
import { Database } from '../platform/database/database.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { Publication } from './publication.entity.js';
import { READ_REVISIONS, READ_WORKING } from './publications.statements.js';

/** A revision and its path, with everything that the worker needs to release it. */
export interface RevisionToRelease extends DocumentRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly version: number;
  readonly content: string;
  /** The pictures that the content names and the account has; `null` if there are none. */
  readonly pictures: readonly PictureToShow[] | null;
}

export interface NamedRevision {
  readonly publicationId: string;
  readonly version: number;
}

/** The account and the path of a publication, which never change. */
export type OwnedPath = Readonly<Pick<Publication, 'accountId' | 'locale' | 'slug'>>;

/** Reads revisions and paths, for the worker and for commands of operators. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: Database) {}

  /**
   * Reads the revisions in the order of `named`, which must not name a publication twice. If a revision was erased, its
   * element is `undefined`.
   */
  async read(named: readonly NamedRevision[]): Promise<(RevisionToRelease | undefined)[]> {
    const rows = await this.database.worker.rows<RevisionToRelease>(READ_REVISIONS, [
      named.map(({ publicationId }) => publicationId),
      named.map(({ version }) => version),
    ]);
    const revisions = new Map(rows.map((row) => [row.id, row]));
    return named.map(({ publicationId }) => revisions.get(publicationId));
  }

  /** Reads the working revision of a publication; `undefined`: the publication was erased. */
  async readWorking(publicationId: string): Promise<RevisionToRelease | undefined> {
    const [revision] = await this.database.worker.rows<RevisionToRelease>(READ_WORKING, [
      publicationId,
    ]);
    return revision;
  }

  /** Reads the account and path of a publication; `undefined` for an unknown id. */
  async ownerOf(publicationId: string): Promise<OwnedPath | undefined> {
    const select = { accountId: true, locale: true, slug: true };
    const found = await this.database.transaction((tx) =>
      tx.findOne(Publication, { select, where: { id: publicationId } }),
    );
    return found
      ? { accountId: found.accountId, locale: found.locale, slug: found.slug }
      : undefined;
  }

  /** Returns the address, such as `en/intro`, of each of these publications that exists, by id. */
  async pathsOf(publicationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.database.transaction((tx) =>
      tx.find(Publication, {
        select: { id: true, locale: true, slug: true },
        where: { id: In([...publicationIds]) },
      }),
    );
    return new Map(found.map(({ id, locale, slug }) => [id, `${locale}/${slug}`]));
  }
}

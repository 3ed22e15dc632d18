import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { Publication } from './publication.entity.js';
import { READ_WORKING } from './publications.statements.js';
import {
  type RevisionRow,
  type RevisionToRelease,
  revisionToRelease,
} from './revision-to-release.sql.js';

/** The account and the path of a publication, which never change. */
export type OwnedPath = Readonly<Pick<Publication, 'accountId' | 'locale' | 'slug'>>;

/** Reads revisions and paths, for the worker and for commands of operators. */
@Injectable()
export class RevisionsService {
  constructor(private readonly database: Database) {}

  /** Reads the working revision of a publication; `undefined`: the publication was erased. */
  async readWorking(publicationId: string): Promise<RevisionToRelease | undefined> {
    const [row] = await this.database.worker.rows<RevisionRow>(READ_WORKING, [publicationId]);
    return row && revisionToRelease(row);
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

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { ListedVersion } from '../site/html/versions-page.js';
import type { PagePath } from '../site/page-path.js';
import type { Rendered, ShownPage } from '../site/shown-page.js';
import {
  FIND_DOCUMENT,
  FIND_VERSION,
  LIST_VERSIONS,
  READ_RECORD,
  READ_VERSION,
} from './versions.statements.js';

export interface VersionStanding {
  /** `false` if the version was erased, or the document was withdrawn after the release of this version. */
  readonly stands: boolean;
  /** Changes whenever the stored row of the version or the number of the public version changes. */
  readonly stamp: string;
}

/** A released version, with its stamp when it was read. */
export interface StampedVersion extends Omit<ShownPage, 'translations'>, Rendered {
  readonly stamp: string;
  /** The signed record. */
  readonly jws: string;
  /** Number of the version that is public at the document's own address. */
  readonly newestVersion: number;
}

export interface FoundDocument {
  readonly publicationId: string;
  /** Title of the newest version; `null`: it was erased. */
  readonly title: string | null;
  readonly isWithdrawn: boolean;
}

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** Finds a version; `undefined` if it was never released at this path. */
  async find({ locale, slug }: PagePath, version: number): Promise<VersionStanding | undefined> {
    const [found] = await this.database.publicReads.rows<VersionStanding>(FIND_VERSION, [
      locale,
      slug,
      version,
    ]);
    return found;
  }

  async read({ locale, slug }: PagePath, version: number): Promise<StampedVersion | undefined> {
    const [row] = await this.database.publicReads.rows<Omit<StampedVersion, 'locale' | 'slug'>>(
      READ_VERSION,
      [locale, slug, version],
    );
    return row && { ...row, locale, slug };
  }

  /** Reads the signed record of a version; `undefined` if the version has none, or is not available. */
  async record({ locale, slug }: PagePath, version: number): Promise<string | undefined> {
    const [row] = await this.database.publicReads.rows<{ jws: string }>(READ_RECORD, [
      locale,
      slug,
      version,
    ]);
    return row?.jws;
  }

  async document({ locale, slug }: PagePath): Promise<FoundDocument | undefined> {
    const [row] = await this.database.publicReads.rows<FoundDocument>(FIND_DOCUMENT, [
      locale,
      slug,
    ]);
    return row;
  }

  list(publicationId: string, limit: number, offset: number): Promise<ListedVersion[]> {
    return this.database.publicReads.rows(LIST_VERSIONS, [publicationId, limit, offset]);
  }
}

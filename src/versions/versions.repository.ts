import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { ListedVersion } from '../site/html/versions-page.js';
import type { PagePath } from '../site/page-path.js';
import type { VersionToShow } from './version-tasks.js';
import {
  FIND_DOCUMENT,
  FIND_VERSION,
  LIST_VERSIONS,
  READ_RECORD,
  READ_VERSION,
} from './versions.statements.js';

/** How a released version stands. */
export interface VersionStanding {
  /** `false`: its document is withdrawn, or was since. */
  readonly stands: boolean;
  /** Changes with whatever is kept of it. */
  readonly stamp: string;
}

/** A released version, with the stamp of what was read. */
export interface StampedVersion extends VersionToShow {
  readonly stamp: string;
  readonly publicationId: string;
  readonly accountId: string;
}

/** A signed record as it is given out. */
export interface FoundRecord {
  readonly jws: string;
  readonly publishedAt: Date;
}

/** A document that is or was shown. */
export interface FoundDocument {
  readonly publicationId: string;
  readonly isWithdrawn: boolean;
  readonly publishedAt: Date;
}

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** `undefined`: that version was never released. */
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

  async record({ locale, slug }: PagePath, version: number): Promise<FoundRecord | undefined> {
    const [row] = await this.database.publicReads.rows<FoundRecord>(READ_RECORD, [
      locale,
      slug,
      version,
    ]);
    return row;
  }

  async document({ locale, slug }: PagePath): Promise<FoundDocument | undefined> {
    const [row] = await this.database.publicReads.rows<FoundDocument>(FIND_DOCUMENT, [
      locale,
      slug,
    ]);
    return row;
  }

  /** Releases of a publication, the newest first. */
  list(publicationId: string, limit: number, offset: number): Promise<ListedVersion[]> {
    return this.database.publicReads.rows(LIST_VERSIONS, [publicationId, limit, offset]);
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/statement.js';
import { storable } from './publication-version.js';
import type { ReleaseFacts } from '../releases/release-facts.js';
import type { PublicationRow, PublicationRowWithContent } from './publication-row.js';
import { Publication } from './publication.entity.js';
import { type DocumentFields, type RevisionChange, revisionValues } from './revision-fields.js';
import {
  INSERT_PUBLICATION,
  INSERT_REVISION,
  READ_CONFLICT,
  READ_PUBLICATION,
  READ_PUBLICATION_AT,
  READ_REVISION_CONTENT,
  TOUCH_PUBLICATION,
} from './publications.statements.js';

/** A publication and its working revision, without the release. */
export type DocumentRow = Omit<PublicationRowWithContent, keyof ReleaseFacts>;

/** A publication at the moment a write on it was refused. */
export interface ConflictRow extends PublicationRow {
  /** What differs between the expected revision and the current one. */
  readonly changedFields: string[];
}

@Injectable()
export class PublicationsRepository {
  constructor(private readonly database: Database) {}

  async find(id: string, accountId: string): Promise<PublicationRowWithContent | undefined> {
    const [row] = await this.database.rows<PublicationRowWithContent>(READ_PUBLICATION, [
      id,
      accountId,
    ]);
    return row;
  }

  async findAt(
    locale: string,
    slug: string,
    accountId: string,
  ): Promise<PublicationRowWithContent | undefined> {
    const [row] = await this.database.rows<PublicationRowWithContent>(READ_PUBLICATION_AT, [
      locale,
      slug,
      accountId,
    ]);
    return row;
  }

  /** Returns when it was created, or `null` where the path is taken. */
  async insert(
    tx: EntityManager,
    id: string,
    accountId: string,
    document: DocumentFields,
  ): Promise<string | null> {
    const [row] = await run<{ createdAt: string }>(tx, INSERT_PUBLICATION, [
      id,
      accountId,
      document.locale,
      document.slug,
      ...revisionValues(document),
    ]);
    return row?.createdAt ?? null;
  }

  /** Raises the version if it is the expected one: of many concurrent calls one returns true. */
  async raiseVersion(
    tx: EntityManager,
    id: string,
    accountId: string,
    expectedVersion: number,
  ): Promise<boolean> {
    const { affected } = await tx.update(
      Publication,
      { id, accountId, version: storable(expectedVersion) },
      { updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** Writes the revision for the version that was just raised. */
  async insertRevision(
    tx: EntityManager,
    id: string,
    change: RevisionChange,
  ): Promise<PublicationRowWithContent> {
    const [row] = await run<PublicationRowWithContent>(tx, INSERT_REVISION, [
      id,
      ...revisionValues(change),
    ]);
    return row!;
  }

  /** Locks the publication for a publish, if its version is the expected one. */
  async touch(
    tx: EntityManager,
    id: string,
    accountId: string,
    expectedVersion: number,
  ): Promise<DocumentRow | undefined> {
    const [row] = await run<DocumentRow>(tx, TOUCH_PUBLICATION, [
      id,
      accountId,
      storable(expectedVersion),
    ]);
    return row;
  }

  async findConflict(
    tx: EntityManager,
    id: string,
    accountId: string,
    expectedVersion: number,
  ): Promise<ConflictRow | undefined> {
    const [row] = await run<ConflictRow>(tx, READ_CONFLICT, [
      id,
      accountId,
      storable(expectedVersion),
    ]);
    return row;
  }

  async contentOf(id: string, version: number): Promise<string> {
    const [row] = await this.database.rows<{ content: string }>(READ_REVISION_CONTENT, [
      id,
      version,
    ]);
    return row!.content;
  }
}

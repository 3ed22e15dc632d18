import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type {
  PublicationRow,
  RevisionRow,
  WholePublicationRow,
} from '../documents/publication-row.js';
import { Database } from '../platform/database/database.js';
import { NO_ID, readId } from '../platform/ids/ids.js';
import { publicationNotFound } from '../writes/writes.errors.js';
import { Publication } from './publication.entity.js';
import type { RevisionHistoryDto } from './dto/revision-history.dto.js';
import {
  READ_CHANGED_FIELDS,
  READ_HISTORY,
  READ_PUBLICATION,
  READ_PUBLICATION_AT,
  READ_REVISION_FIELDS,
  READ_REVISION_WHOLE,
  READ_SUMMARY,
} from './publications.statements.js';

/** A publication that is read alone. */
export interface ReadRow extends PublicationRow {
  /** Number of its notes that are neither answered nor closed. */
  readonly openNotes: number;
  /** Whether its working revision has warnings; `null`: it is not looked at yet. */
  readonly isWarned: boolean | null;
}

@Injectable()
export class PublicationsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Publication) private readonly publications: Repository<Publication>,
  ) {}

  /** Reads a publication with its working revision. @throws Problem `not_found`, also for a malformed id */
  async find(
    id: string,
    accountId: string,
    withContent: true,
  ): Promise<ReadRow & WholePublicationRow>;
  async find(id: string, accountId: string, withContent: boolean): Promise<ReadRow>;
  async find(id: string, accountId: string, withContent: boolean): Promise<ReadRow> {
    const statement = withContent ? READ_PUBLICATION : READ_SUMMARY;
    const values = [readId(id) ?? NO_ID, accountId];
    const [row] = await this.database.accountRows<ReadRow>(accountId, statement, values);
    if (!row) throw publicationNotFound();
    return row;
  }

  /** Reads the publication at an address, whoever owns it. `isOwn`: whether `accountId` owns the publication. */
  async findAt(
    locale: string,
    slug: string,
    accountId: string,
  ): Promise<(WholePublicationRow & { readonly isOwn: boolean }) | undefined> {
    const [row] = await this.database.accountRows<
      WholePublicationRow & { readonly isOwn: boolean }
    >(accountId, READ_PUBLICATION_AT, [locale, slug, accountId]);
    return row;
  }

  /** Whether any publication has the address. Erased publications count, too, although `findAt` does not find them. */
  isTaken(locale: string, slug: string): Promise<boolean> {
    return this.publications.existsBy({ locale, slug });
  }

  /** Reads a revision; `undefined`: the account has no such revision, or the revision was erased. */
  async revision(
    accountId: string,
    id: string,
    version: number,
    withContent: boolean,
  ): Promise<RevisionRow | undefined> {
    const statement = withContent ? READ_REVISION_WHOLE : READ_REVISION_FIELDS;
    const [row] = await this.database.accountRows<RevisionRow>(accountId, statement, [
      id,
      accountId,
      version,
    ]);
    return row;
  }

  /**
   * Returns the names of the fields in which two revisions differ; none if one of the revisions does not exist or was
   * erased.
   */
  async changedFields(accountId: string, id: string, from: number, to: number): Promise<string[]> {
    const [row] = await this.database.accountRows<{ changedFields: string[] }>(
      accountId,
      READ_CHANGED_FIELDS,
      [id, from, to],
    );
    return row?.changedFields ?? [];
  }

  /** Reads at most `most` revisions, newest first, beginning with number `version`. */
  history(
    accountId: string,
    id: string,
    version: number,
    most: number,
  ): Promise<RevisionHistoryDto[]> {
    return this.database.accountRows(accountId, READ_HISTORY, [id, accountId, version, most]);
  }
}

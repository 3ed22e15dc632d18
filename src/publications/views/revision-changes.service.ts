import { Injectable } from '@nestjs/common';
import { clampToInt4 } from '../../platform/ids/ids.js';
import { Threads } from '../../platform/threads/threads.service.js';
import type { DocumentFields } from '../../documents/document.js';
import type { PublicationRow, RevisionRow } from '../../documents/publication-row.js';
import { COMPARED_FIELDS, documentOf } from '../../documents/revision.js';
import type { PublicationChangesDto } from '../dto/publication-view.dto.js';
import { PublicationsRepository } from '../publications.repository.js';
import { RevisionReadings } from './revision-readings.service.js';

/** Compares two revisions of a publication (contract 4, `view: changes`). */
@Injectable()
export class RevisionChanges {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly revisions: RevisionReadings,
    private readonly threads: Threads,
  ) {}

  /**
   * Compares a revision with the revision `since`; without `since`, with the public revision. If nothing is public,
   * compares with the revision before, because a writer wants to know what the last write changed.
   * @throws Problem `not_found` if the revision `since` never existed, or was erased
   */
  async of(
    accountId: string,
    { id, publishedVersion }: PublicationRow,
    shown: RevisionRow,
    since: number | undefined,
  ): Promise<PublicationChangesDto> {
    if (since !== undefined) return this.between(accountId, id, clampToInt4(since), shown);
    const from = publishedVersion ?? (await this.before(accountId, id, shown.version));
    return this.between(accountId, id, from, shown);
  }

  /** Compares a revision with revision `from`; with nothing if `from` is `null`. @throws Problem `not_found` */
  async between(
    accountId: string,
    id: string,
    from: number | null,
    shown: RevisionRow,
  ): Promise<PublicationChangesDto> {
    const before = from === null ? null : await this.revisions.read(accountId, id, from, true);
    const changedFields =
      before === null
        ? COMPARED_FIELDS
        : await this.repository.changedFields(accountId, id, before.version, shown.version);
    const pick = (document: DocumentFields): object =>
      Object.fromEntries(
        changedFields
          .filter((name) => name !== 'content')
          .map((name) => [name, document[name as keyof DocumentFields]]),
      );
    const contents = { before: before?.content ?? '', after: shown.content! };
    return {
      from,
      to: shown.version,
      changedFields,
      before: before === null ? {} : pick(documentOf(before)),
      after: pick(documentOf(shown)),
      ...(await this.threads.forRequest('changes', contents, { account: accountId })),
    };
  }

  /** Finds the revision before `version`; `null` if there is none, or if it was erased. */
  private async before(accountId: string, id: string, version: number): Promise<number | null> {
    if (version === 1) return null;
    const row = await this.repository.revision(accountId, id, version - 1, false);
    return row?.version ?? null;
  }
}

import { Injectable } from '@nestjs/common';
import { type Erased, ErasuresService } from '../../erasure/erasures.service.js';
import type { RevisionRow } from '../../documents/publication-row.js';
import type { ErasedDto, RevisionHistoryDto } from '../dto/revision-history.dto.js';
import { revisionErased, revisionNotFound } from '../publications.errors.js';
import { PublicationsRepository } from '../publications.repository.js';

const MAX_HISTORY = 50;

/** Reads revisions, and the facts that remain about erased revisions (contract 4, 15). */
@Injectable()
export class RevisionReadings {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly erasures: ErasuresService,
  ) {}

  /** Reads a revision. @throws Problem `not_found` if the revision never existed, or was erased */
  async read(
    accountId: string,
    id: string,
    version: number,
    withContent: boolean,
  ): Promise<RevisionRow> {
    const row = await this.find(accountId, id, version, withContent);
    if ('erased' in row) throw revisionErased(version);
    return row;
  }

  /** Reads a revision, or the time and reason of its erasure. @throws Problem `not_found` if it never existed */
  async find(
    accountId: string,
    id: string,
    version: number,
    withContent: boolean,
  ): Promise<RevisionRow | { readonly erased: ErasedDto }> {
    const row = await this.repository.revision(accountId, id, version, withContent);
    if (row) return row;
    const erasure = await this.erasures.ofRevision(id, version);
    if (!erasure || version < 1) throw revisionNotFound();
    return { erased: erasedOf(erasure) };
  }

  /** Reads at most 50 revisions: `version` and older, newest first, including erased ones. */
  async history(accountId: string, id: string, version: number): Promise<RevisionHistoryDto[]> {
    const [made, erased] = await Promise.all([
      this.repository.history(accountId, id, version, MAX_HISTORY),
      this.erasures.ofRevisions(id, version, MAX_HISTORY),
    ]);
    return [...made, ...erased.map(erasedInHistory)]
      .toSorted((one, other) => other.version - one.version)
      .slice(0, MAX_HISTORY);
  }
}

const erasedOf = ({ erasedAt, reason }: Erased): ErasedDto => ({
  at: erasedAt.toISOString(),
  reason,
});

const erasedInHistory = (erasure: Erased): RevisionHistoryDto => ({
  version: erasure.version,
  keyId: erasure.keyId,
  channel: erasure.channel,
  client: erasure.client,
  correctedBy: null,
  createdAt: erasure.writtenAt!.toISOString(),
  publishedAt: erasure.publishedAt?.toISOString() ?? null,
  approvedBy: null,
  approvedVia: null,
  approvedIn: null,
  approverId: null,
  returned: null,
  erased: erasedOf(erasure),
});

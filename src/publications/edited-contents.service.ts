import { Injectable } from '@nestjs/common';
import type { RevisionChange } from '../documents/revision.js';
import { clampToInt4 } from '../platform/ids/ids.js';
import { unavailable } from '../platform/problems/common-problems.js';
import { Problem } from '../platform/problems/problem.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { Inspection } from '../rendering/pictures.js';
import type { Writer } from '../writes/write.js';
import { ContentsService } from './contents.service.js';
import { contentRule } from './dto/fields.js';
import type { UpdatePublicationDto } from './dto/write-bodies.dto.js';
import { editFailed, editsMakeFaulty } from './publications.errors.js';
import { PublicationsRepository } from './publications.repository.js';

/** The content that edits make, or the problem that the write reports in its order of checks. */
export interface EditedContent {
  readonly change: RevisionChange;
  readonly pictures?: Inspection['pictures'];
  readonly deferredProblem: Problem | null;
}

/** Makes the content of an update from its edits (contract 2). */
@Injectable()
export class EditedContents {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly contents: ContentsService,
    private readonly threads: Threads,
  ) {}

  /**
   * Applies the edits to the content of `expectedVersion`. Returns faults as `deferredProblem` instead of throwing
   * them, because a version conflict must be reported first (contract 5).
   */
  async of(
    writer: Writer,
    publicationId: string,
    { edits, expectedVersion }: UpdatePublicationDto,
  ): Promise<EditedContent> {
    const version = clampToInt4(expectedVersion);
    const { accountId } = writer;
    const base = await this.repository.revision(accountId, publicationId, version, true);
    // If the revision does not exist now, the write later finds and reports the reason. If the revision is created
    // before the write, the write finds no reason, and reports `unavailable`.
    if (!base) return { change: {}, deferredProblem: unavailable() };
    try {
      const input = { content: base.content!, edits: edits! };
      const result = await this.threads.forRequest('edits', input, { account: accountId });
      if ('faults' in result) throw editFailed(result.faults);
      const { content } = result;
      const fault = contentRule(content);
      if (fault !== undefined) throw editsMakeFaulty(fault);
      const pictures = await this.contents.picturesIn(content, accountId, editsMakeFaulty);
      return { change: { content }, pictures, deferredProblem: null };
    } catch (error) {
      // A replay does not need the edited content.
      if (error instanceof Problem) return { change: {}, deferredProblem: error };
      throw error;
    }
  }
}

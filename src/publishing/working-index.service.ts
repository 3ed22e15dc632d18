import { Injectable, Logger } from '@nestjs/common';
import { type RevisionToRelease, RevisionsService } from '../publications/revisions.service.js';
import { RenderFault } from '../rendering/render-fault.js';
import { IndexFault } from '../search/index-fault.js';
import { SearchWordsService } from '../search/search-words.service.js';
import type { SearchWords } from '../search/search-words.js';
import {
  type ClaimedDocument,
  type IndexedRevision,
  WorkingQueue,
} from '../search/working-queue.service.js';
import { PreparationService } from './preparation.service.js';

/** A document that has ended its worker so often is found by what stands around its text alone. */
const MAX_ATTEMPTS = 3;

/** Makes the working revisions of documents findable by their accounts (CONTRACT 4). */
@Injectable()
export class WorkingIndex {
  private readonly logger = new Logger(WorkingIndex.name);

  constructor(
    private readonly queue: WorkingQueue,
    private readonly revisions: RevisionsService,
    private readonly preparations: PreparationService,
    private readonly searchWords: SearchWordsService,
  ) {}

  /** Puts the newest revision of a document; says which that was. */
  async index({ publicationId, attempts }: ClaimedDocument): Promise<IndexedRevision> {
    const revision = await this.revisions.readWorking(publicationId);
    await this.put(revision, await this.wordsOf(revision, attempts <= MAX_ATTEMPTS));
    return { publicationId, version: revision.version };
  }

  /** Takes the words of a revision that was released: those of its working revision, if it is that still. */
  async share(revision: RevisionToRelease, words: SearchWords): Promise<void> {
    const indexed = { publicationId: revision.id, version: revision.version };
    try {
      if (!(await this.queue.lacks(indexed))) return;
      await this.put(revision, words);
      await this.queue.done([indexed]);
    } catch (error) {
      this.logger.debug({ err: error, ...indexed }, 'Not shared; it is indexed by itself.');
    }
  }

  private put(
    { id: publicationId, accountId, version, locale, slug }: RevisionToRelease,
    words: SearchWords,
  ): Promise<void> {
    return this.queue.put({ accountId, publicationId, version, locale, slug, words });
  }

  /** What cannot be rendered, or not be taken apart, is found by title, description and tags. */
  private async wordsOf(revision: RevisionToRelease, withText: boolean): Promise<SearchWords> {
    const { locale, title, description, tags } = revision;
    const document = { locale, title, description, tags };
    if (!withText) return this.searchWords.wordsOf({ ...document, text: '' });
    try {
      const prepared = await this.preparations.prepare(revision);
      return await this.preparations.wordsOf(revision, prepared);
    } catch (error) {
      if (!(error instanceof RenderFault || error instanceof IndexFault)) throw error;
      return this.searchWords.wordsOf({ ...document, text: '' });
    }
  }
}

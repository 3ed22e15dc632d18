import { Injectable, Logger } from '@nestjs/common';
import type { RevisionToRelease } from '../publications/revision-to-release.sql.js';
import { RevisionsService } from '../publications/revisions.service.js';
import type { SearchWords } from '../search/search-words.js';
import { type ClaimedDocument, DraftQueue } from '../search/draft-queue.service.js';
import { RenderJobs } from './render-jobs.service.js';

/** If this many claims have not indexed a document, the next claim indexes the document without its content. */
const MAX_ATTEMPTS = 3;

/** Makes working revisions searchable for their accounts (contract 4). */
@Injectable()
export class DraftIndex {
  private readonly logger = new Logger(DraftIndex.name);

  constructor(
    private readonly queue: DraftQueue,
    private readonly revisions: RevisionsService,
    private readonly renderJobs: RenderJobs,
  ) {}

  /**
   * Indexes the working revision of a claimed document. If the revision was superseded or indexed meanwhile, gives the
   * claim back.
   */
  async index(document: ClaimedDocument): Promise<void> {
    const revision = await this.revisions.readWorking(document.publicationId);
    if (!revision) return;
    const words = await (document.attempts <= MAX_ATTEMPTS
      ? this.renderJobs.draftWords(revision)
      : this.renderJobs.wordsOfText(revision, ''));
    const isPut = await this.put(revision, words);
    if (!isPut) await this.queue.giveBackSuperseded(document);
  }

  /**
   * Puts the search words of a released revision into the draft index, too. Does nothing if the revision is no longer
   * the working revision. Never rejects. After a failure, `DraftIndexer` indexes the revision.
   */
  async share(revision: RevisionToRelease, words: SearchWords): Promise<void> {
    try {
      await this.put(revision, words);
    } catch (error) {
      const { id: publicationId, version } = revision;
      const what = 'Not shared; it is indexed separately.';
      this.logger.debug({ err: error, publicationId, version }, what);
    }
  }

  /** Adds the words to the draft index. Returns `false` if the revision is superseded or already indexed. */
  private async put(
    { id: publicationId, accountId, version, locale, slug }: RevisionToRelease,
    words: SearchWords,
  ): Promise<boolean> {
    const entry = { accountId, publicationId, version, locale, slug, words };
    const [isPut] = await this.queue.put([entry]);
    return isPut!;
  }
}

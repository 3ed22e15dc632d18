import { Injectable } from '@nestjs/common';
import { WorkerDatabase } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { type RevisionToRelease, RevisionsService } from '../publications/revisions.service.js';
import type { ReleaseJob } from '../releases/release-job.js';
import { ReleaseJobsService } from '../releases/release-jobs.service.js';
import { ReleaseSignals } from '../releases/release-signals.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { SearchWordsService } from '../search/search-words.service.js';
import { SearchService } from '../search/search.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import { WorkingIndex } from './working-index.service.js';

/** A revision that is public, with the text by which it will be found. */
export interface PublishedRevision {
  readonly revision: RevisionToRelease;
  readonly text: string;
}

/** The steps of a release. Each ends in one transaction that holds only while the job is ours. */
@Injectable()
export class ReleaseSteps {
  constructor(
    private readonly database: WorkerDatabase,
    private readonly revisions: RevisionsService,
    private readonly rendering: RenderingService,
    private readonly searchWords: SearchWordsService,
    private readonly jobs: ReleaseJobsService,
    private readonly pages: ReleasedPagesService,
    private readonly search: SearchService,
    private readonly workingIndex: WorkingIndex,
    private readonly signals: ReleaseSignals,
    private readonly metrics: Metrics,
  ) {}

  /** Makes the requested revision public; `undefined` where the job was overtaken. */
  async publish(job: ReleaseJob): Promise<PublishedRevision | undefined> {
    const revision = await this.revisions.read(job.publicationId, job.requestedVersion);
    const { title, content } = revision;
    const { html, headings, text } = await this.rendering.render({ title, markdown: content });
    const made = await this.database.transaction(async (tx) => {
      const madePublic = await this.jobs.markPublished(tx, job);
      if (!madePublic) return null;
      const { id: publicationId, content: markdown, ...page } = revision;
      const { publishedAt, approvedBy } = madePublic;
      const rendered = { publicationId, markdown, html, headings };
      await this.pages.publish(tx, { ...page, ...rendered, publishedAt, approvedBy });
      return madePublic;
    });
    if (!made) return undefined;
    this.metrics.releaseDuration.observe(made.seconds);
    return { revision, text };
  }

  /** Reads again what is public already, for a job that has only its indexing left. */
  async reread(job: ReleaseJob): Promise<PublishedRevision> {
    const revision = await this.revisions.read(job.publicationId, job.publishedVersion!);
    const { title, content } = revision;
    const { text } = await this.rendering.render({ title, markdown: content });
    return { revision, text };
  }

  /** Makes the search find the public revision, and no longer the one before. */
  async index(job: ReleaseJob, { revision, text }: PublishedRevision): Promise<void> {
    const { locale, slug, title, description, tags, authorKind } = revision;
    await this.pages.keep({ locale, slug });
    const words = await this.searchWords.wordsOf({ locale, title, description, tags, text });
    const indexed = await this.database.transaction(async (tx) => {
      const done = await this.jobs.markIndexed(tx, job);
      if (!done) return null;
      const { publishedAt } = done;
      const document = { locale, slug, title, description, tags, authorKind };
      await this.search.put(tx, { ...document, words, publishedAt });
      return done;
    });
    if (!indexed) return;
    this.metrics.indexDuration.observe(indexed.seconds);
    this.signals.settled(job.publicationId);
    await this.workingIndex.share(revision, words);
  }
}

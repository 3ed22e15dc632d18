import { Injectable } from '@nestjs/common';
import { Batches } from '../platform/concurrency/batches.js';
import { WorkerDatabase } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import {
  type NamedRevision,
  type RevisionToRelease,
  RevisionsService,
} from '../publications/revisions.service.js';
import type { ReleaseJob } from '../releases/release-job.js';
import { ReleaseJobsService } from '../releases/release-jobs.service.js';
import { ReleaseSignals } from '../releases/release-signals.js';
import type { SearchWords } from '../search/search-words.js';
import { SearchService } from '../search/search.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import type { MadePage, PageFiles } from '../site/shown-page.js';
import { PreparationService } from './preparation.service.js';
import type { Preparation } from './preparation.worker.js';
import { WorkingIndex } from './working-index.service.js';

/** A revision that is public, with what it was prepared to. */
export interface PublishedRevision {
  readonly revision: RevisionToRelease;
  readonly preparation: Preparation;
  /** Absent where it was public before. */
  readonly page?: MadePage;
}

type ToPublish = PublishedRevision & { readonly job: ReleaseJob };

interface ToIndex {
  readonly job: ReleaseJob;
  readonly revision: RevisionToRelease;
  readonly words: SearchWords;
  readonly files: readonly PageFiles[];
}

/** Jobs of one transaction. */
const MOST_TOGETHER = 16;

const slugOf = ({ revision }: { readonly revision: RevisionToRelease }): string => revision.slug;

/**
 * The steps of a release. Each ends in one transaction that holds only while the job is ours, for several jobs
 * at once where there are several (ADR 19).
 */
@Injectable()
export class ReleaseSteps {
  private readonly readings = new Batches<NamedRevision, RevisionToRelease>({
    most: MOST_TOGETHER,
    keyOf: ({ publicationId }) => publicationId,
    carryOut: (named) => this.revisions.read(named),
  });
  private readonly publications = new Batches<ToPublish, PublishedRevision | undefined>({
    most: MOST_TOGETHER,
    keyOf: slugOf,
    carryOut: (all) => this.publishAll(all),
  });
  private readonly indexings = new Batches<ToIndex, boolean>({
    most: MOST_TOGETHER,
    keyOf: slugOf,
    carryOut: (all) => this.indexAll(all),
  });

  constructor(
    private readonly database: WorkerDatabase,
    private readonly revisions: RevisionsService,
    private readonly preparations: PreparationService,
    private readonly jobs: ReleaseJobsService,
    private readonly pages: ReleasedPagesService,
    private readonly search: SearchService,
    private readonly workingIndex: WorkingIndex,
    private readonly signals: ReleaseSignals,
    private readonly metrics: Metrics,
  ) {}

  /** Makes the requested revision public; `undefined` where the job was overtaken. */
  async publish(job: ReleaseJob): Promise<PublishedRevision | undefined> {
    const prepared = await this.prepare(job.publicationId, job.requestedVersion);
    return this.publications.run({ ...prepared, job });
  }

  /** Prepares again what is public already, for a job that has only its indexing left. */
  reread(job: ReleaseJob): Promise<PublishedRevision> {
    return this.prepare(job.publicationId, job.publishedVersion!);
  }

  /** Makes the search find the public revision, and no longer the one before. */
  async index(job: ReleaseJob, { revision, preparation, page }: PublishedRevision): Promise<void> {
    const words = await this.preparations.wordsOf(revision, preparation);
    const files = await (page ? this.pages.makeFiles(page) : this.pages.remakeFiles(revision));
    const isOurs = await this.indexings.run({ job, revision, words, files });
    if (isOurs) await this.workingIndex.share(revision, words);
  }

  private async prepare(publicationId: string, version: number): Promise<PublishedRevision> {
    const revision = await this.readings.run({ publicationId, version });
    return { revision, preparation: await this.preparations.prepare(revision) };
  }

  private async publishAll(
    all: readonly ToPublish[],
  ): Promise<readonly (PublishedRevision | undefined)[]> {
    const made = await this.database.transaction(async (tx) => {
      const jobs = all.map(({ job }) => job);
      const steps = await this.jobs.markPublished(tx, jobs);
      if (steps.length === 0) return [];
      const ours = new Map(all.map((each) => [each.job.publicationId, each]));
      const pages = steps.map(({ publicationId, publishedAt, approvedBy }) => {
        const { revision, preparation } = ours.get(publicationId)!;
        const { content: markdown, ...document } = revision;
        const { html, headings } = preparation;
        return { ...document, publicationId, markdown, html, headings, publishedAt, approvedBy };
      });
      const shown = await this.pages.publish(tx, pages);
      return steps.map((step, place) => ({ step, page: shown[place]! }));
    });
    made.forEach(({ step }) => this.metrics.releaseDuration.observe(step.seconds));
    const pages = new Map(made.map(({ page }) => [page.publicationId, page]));
    return all.map(({ job, revision, preparation }) => {
      const page = pages.get(job.publicationId);
      return page && { revision, preparation, page };
    });
  }

  /** Which of them are done: the others were overtaken. */
  private async indexAll(all: readonly ToIndex[]): Promise<readonly boolean[]> {
    const done = await this.database.transaction(async (tx) => {
      const jobs = all.map(({ job }) => job);
      const steps = await this.jobs.markIndexed(tx, jobs);
      if (steps.length === 0) return [];
      const ours = new Map(all.map((each) => [each.job.publicationId, each]));
      const entries = steps.map(({ publicationId, publishedAt }) => {
        const { revision, words } = ours.get(publicationId)!;
        const { locale, slug, title, description, tags, authorKind } = revision;
        return { locale, slug, title, description, tags, authorKind, words, publishedAt };
      });
      const files = steps.flatMap(({ publicationId }) => ours.get(publicationId)!.files);
      await this.pages.keep(tx, files);
      await this.search.put(tx, entries);
      return steps;
    });
    done.forEach(({ seconds }) => this.metrics.indexDuration.observe(seconds));
    const ids = done.map(({ publicationId }) => publicationId);
    this.signals.settled(ids);
    return all.map(({ job }) => ids.includes(job.publicationId));
  }
}

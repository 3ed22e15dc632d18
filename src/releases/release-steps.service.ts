import { Injectable } from '@nestjs/common';
import { Batcher } from '../platform/concurrency/batcher.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { traced } from '../platform/tracing/tracing.js';
import {
  type NamedRevision,
  type RevisionToRelease,
  RevisionsService,
} from '../publications/revisions.service.js';
import type { ReleaseJob } from './release-job.js';
import { ReleaseSignals } from './release-signals.js';
import { DocumentFilesService } from '../site/document-files.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import type { PublishedPage } from '../site/publish-pages.js';
import type { MadePage, PageFiles } from '../site/shown-page.js';
import {
  type IndexingDone,
  type JobToIndex,
  type JobToShow,
  ReleasesRepository,
  type StepDone,
} from './releases.repository.js';
import { type ReadGrounds, ReleasedVersions } from './released-versions.service.js';
import type { RenderedRevision, RenderedVersion } from './render-job.js';
import { RenderJobs } from './render-jobs.service.js';
import { DraftIndex } from './draft-index.service.js';

/** A public revision, with its rendering. */
export interface PublishedRevision {
  readonly revision: RevisionToRelease;
  readonly rendered: RenderedRevision;
  /** The page that this job made; absent if the job only indexes. */
  readonly page?: MadePage;
}

type ToShow = PublishedRevision & { readonly job: ReleaseJob };

interface ToPublish extends ToShow {
  readonly rendered: RenderedVersion;
  readonly grounds: ReadGrounds;
}

/** Maximum number of jobs in one statement. */
const MAX_TOGETHER = 16;
/**
 * Maximum number of characters or bytes in a statement for several jobs. Sending a statement of this size occupies the
 * main thread for some ms.
 */
const MAX_WEIGHT = 2_000_000;

/** The steps of a release. Each step is one transaction for one or more jobs, and skips superseded jobs (ADR 19). */
@Injectable()
export class ReleaseSteps {
  private readonly readings = new Batcher<NamedRevision, RevisionToRelease | undefined>({
    maxSize: MAX_TOGETHER,
    keyOf: ({ publicationId }) => publicationId,
    flush: (named) => this.revisions.read(named),
  });
  private readonly publications = new Batcher<ToPublish, PublishedRevision | undefined>({
    maxSize: MAX_TOGETHER,
    maxWeight: MAX_WEIGHT,
    weightOf: ({ revision, rendered }) =>
      revision.content.length + rendered.html.length + rendered.packed.length,
    keyOf: ({ revision }) => revision.slug,
    flush: (all) => this.publishAll(all),
  });
  private readonly indexings = new Batcher<JobToIndex, IndexingDone | undefined>({
    maxSize: MAX_TOGETHER,
    maxWeight: MAX_WEIGHT,
    weightOf: ({ entry: { words }, files }) =>
      words.vector.length + words.body.length + (files ? bytesOf(files) : 0),
    keyOf: ({ entry }) => entry.slug,
    flush: (all) => this.indexAll(all),
  });

  constructor(
    private readonly releases: ReleasesRepository,
    private readonly revisions: RevisionsService,
    private readonly renderJobs: RenderJobs,
    private readonly versions: ReleasedVersions,
    private readonly pages: ReleasedPagesService,
    private readonly documentFiles: DocumentFilesService,
    private readonly draftIndex: DraftIndex,
    private readonly signals: ReleaseSignals,
    private readonly metrics: Metrics,
  ) {}

  /** Makes the requested revision public; `undefined`: the job was superseded. */
  async publish(job: ReleaseJob): Promise<PublishedRevision | undefined> {
    const { publicationId, requestedVersion: version } = job;
    const [grounds, revision] = await Promise.all([
      this.versions.grounds(publicationId),
      this.readings.run({ publicationId, version }),
    ]);
    // The revision was erased after the claim; the erasure superseded the job.
    if (!revision) return undefined;
    const rendered = await traced('render', {}, () => this.renderJobs.renderVersion(revision));
    const toPublish = { revision, rendered, grounds, job };
    return traced('make public', {}, () => this.publications.run(toPublish));
  }

  /** Renders the public revision again, for a job that only indexes; `undefined`: the revision was erased. */
  reread(job: ReleaseJob): Promise<PublishedRevision | undefined> {
    return this.render(job.publicationId, job.publishedVersion!);
  }

  /** Renders a public document again, with the same version and dates; `undefined`: the job was superseded. */
  async renew(job: ReleaseJob): Promise<PublishedRevision | undefined> {
    const revision = await this.reread(job);
    if (!revision) return undefined;
    const [published] = await this.show([{ ...revision, job }], ([one]) =>
      this.releases.renew(one!, this.documentFiles.edition),
    );
    return published;
  }

  /**
   * Replaces the document's search entry by the entry of the public revision, and stores the prerendered files of its
   * page. If the draft index does not have the search words yet, then puts them there, too.
   */
  async index(job: ReleaseJob, { revision, rendered, page }: PublishedRevision): Promise<void> {
    const words = await this.renderJobs.wordsOf(revision, rendered);
    const files = await (page ? this.pages.makeFiles(page) : this.pages.remakeFiles(revision));
    const { locale, slug, title, description, tags, authorKind, id: publicationId } = revision;
    const entry = { publicationId, locale, slug, title, description, tags, authorKind, words };
    const done = await this.indexings.run({ job, entry, files });
    if (done?.lacksDraftEntry) await this.draftIndex.share(revision, words);
  }

  /** Renders a revision; `undefined`: an erasure deleted the revision after the claim, and superseded the job. */
  private async render(
    publicationId: string,
    version: number,
  ): Promise<PublishedRevision | undefined> {
    const revision = await this.readings.run({ publicationId, version });
    if (!revision) return undefined;
    const rendered = await traced('render', {}, () => this.renderJobs.render(revision));
    return { revision, rendered };
  }

  private async publishAll(
    all: readonly ToPublish[],
  ): Promise<readonly (PublishedRevision | undefined)[]> {
    const versions = await Promise.all(
      all.map(({ revision, rendered: { packed }, grounds }) =>
        this.versions.sign(revision, packed, grounds),
      ),
    );
    const published = await this.show(all, async (pages) => {
      const ready = pages.map((page, place) => ({ ...page, ...versions[place]! }));
      const done = await this.releases.publish(ready, this.documentFiles.edition);
      done.forEach(({ seconds }) => this.metrics.releaseDuration.observe(seconds));
      return done;
    });
    for (const each of published) if (each?.page) this.signals.emit('published', each.page);
    return published;
  }

  private async show(
    all: readonly ToShow[],
    publish: (pages: readonly JobToShow[]) => Promise<readonly (PublishedPage & StepDone)[]>,
  ): Promise<readonly (PublishedRevision | undefined)[]> {
    const pages = all.map(({ revision, rendered: { html, headings } }) => {
      const { id: publicationId, content: markdown, pictures: _, ...document } = revision;
      return { ...document, publicationId, markdown, html, headings };
    });
    const done = await publish(all.map(({ job }, place) => ({ job, page: pages[place]! })));
    const shown = new Map(done.map(({ seconds: _, ...page }) => [page.publicationId, page]));
    return all.map(({ revision, rendered }, place) => {
      const published = shown.get(revision.id);
      if (!published) return undefined;
      return { revision, rendered, page: { ...pages[place]!, ...published, withdrawnAt: null } };
    });
  }

  /** Indexes revisions. Returns one item for each job; `undefined`: the job was superseded. */
  private async indexAll(
    all: readonly JobToIndex[],
  ): Promise<readonly (IndexingDone | undefined)[]> {
    const done = await this.releases.index(all, this.documentFiles.edition);
    done.forEach(({ seconds }) => this.metrics.indexDuration.observe(seconds));
    const indexed = new Map(done.map((each) => [each.publicationId, each]));
    this.signals.emit('settled', [...indexed.keys()]);
    return all.map(({ job }) => indexed.get(job.publicationId));
  }
}

const bytesOf = ({ page, markdown }: PageFiles): number =>
  page.br.length + page.gzip.length + markdown.br.length + markdown.gzip.length;

import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { flattened } from '../documents/document.js';
import { traced } from '../platform/tracing/tracing.js';
import { IndexFault, type NewEntry } from '../search/entry.js';
import type { SearchWords } from '../search/search-words.js';
import { entryValues } from '../search/put-entry.sql.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import { DraftIndex } from './draft-index.service.js';
import type { ReleaseJob } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import {
  INDEX,
  type JobRow,
  PUBLISH,
  PUBLISH_UNINDEXED,
  type PublishValues,
  READ_JOB,
  type RevisionOfJob,
} from './release-steps.statements.js';
import type { RenderedRevision } from './render-job.js';
import { RenderJobs } from './render-jobs.service.js';

interface Indexed {
  /** Seconds since the revision became public. */
  readonly seconds: number;
  /** Whether the draft index lacks the working revision. This can be the indexed revision, or a newer one. */
  readonly lacksDraftEntry: boolean;
}

interface Published extends Indexed {
  /** Seconds from the accepted publish until the revision became public. */
  readonly releaseSeconds: number;
  readonly isIndexed: boolean;
}

/** What a claimed job does: read the revision, render it, write it in one statement. A superseded job does nothing. */
@Injectable()
export class ReleaseSteps {
  private readonly logger = new Logger(ReleaseSteps.name);

  constructor(
    private readonly database: Database,
    private readonly renderJobs: RenderJobs,
    private readonly keys: SigningKeys,
    private readonly draftIndex: DraftIndex,
    private readonly signals: ReleaseSignals,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * Makes the requested revision public and searchable. If its search words could not be made or stored, it becomes
   * public without them, and the job is due again to index it.
   * @throws RenderFault
   */
  async publish(job: ReleaseJob): Promise<void> {
    const readAt = performance.now();
    const revision = await this.read(job);
    if (!revision) return;
    const rendered = await traced('render', {}, () => this.renderJobs.render(revision));
    const publishedAt = new Date(revision.now.getTime() + Math.round(performance.now() - readAt));
    const { id: publicationId, content: markdown } = revision;
    const release = { ...revision, ...rendered, publicationId, markdown, publishedAt };
    const signer = await this.keys.current(revision.keyId);
    const values = {
      ...release,
      headings: JSON.stringify(rendered.headings),
      ...signer.sign(release, this.config.publicBaseUrl),
      fencingToken: job.fencingToken,
    };
    const entry = entryOf(revision, rendered.words);
    const published = await traced('make public', {}, () => this.makePublic(values, entry));
    if (!published) return;
    this.metrics.releaseDuration.observe(published.releaseSeconds);
    if (published.isIndexed) await this.finish(revision, rendered, published);
  }

  /**
   * Makes the public revision searchable. @param render whether to replace the HTML of its page too
   * @throws RenderFault
   * @throws IndexFault
   */
  async index(job: ReleaseJob, render = false): Promise<void> {
    const revision = await this.read(job);
    if (!revision) return;
    const rendered = await traced('render', {}, () => this.renderJobs.render(revision));
    const entry = entryOf(revision, rendered.words);
    if (!entry) throw new IndexFault();
    const values = {
      publicationId: revision.id,
      fencingToken: job.fencingToken,
      html: render ? rendered.html : undefined,
      headings: render ? JSON.stringify(rendered.headings) : undefined,
      ...entryValues(entry),
    };
    const [indexed] = await traced('index', {}, () =>
      this.database.worker.rows<Indexed>(INDEX, INDEX.values(values)),
    );
    if (indexed) await this.finish(revision, rendered, indexed);
  }

  /** Reads the revision of a job; `undefined`: the job is superseded. */
  private async read(job: ReleaseJob): Promise<RevisionOfJob | undefined> {
    const values = [job.publicationId, job.fencingToken];
    const [row] = await this.database.worker.rows<JobRow>(READ_JOB, values);
    return row && flattened(row);
  }

  /** Makes a revision public and searchable, or only public if it has no entry or the search refuses the entry. */
  private async makePublic(
    values: PublishValues,
    entry: NewEntry | undefined,
  ): Promise<Published | undefined> {
    const { worker } = this.database;
    const alone = () => worker.rows<Published>(PUBLISH_UNINDEXED, PUBLISH_UNINDEXED.values(values));
    if (!entry) return (await alone())[0];
    const together = PUBLISH.values({ ...values, ...entryValues(entry) });
    const [published] = await worker.rows<Published>(PUBLISH, together).catch((error: unknown) => {
      const { publicationId } = values;
      this.logger.warn({ err: error, publicationId }, 'Not indexed; it is indexed separately.');
      return alone();
    });
    return published;
  }

  private async finish(
    revision: RevisionOfJob,
    { words }: RenderedRevision,
    { seconds, lacksDraftEntry }: Indexed,
  ): Promise<void> {
    this.metrics.indexDuration.observe(seconds);
    this.signals.emit('settled', [revision.id]);
    if (lacksDraftEntry && words) await this.draftIndex.share(revision, words);
  }
}

function entryOf(revision: RevisionOfJob, words: SearchWords | undefined): NewEntry | undefined {
  const { id: publicationId, version, locale } = revision;
  return words && { publicationId, version, locale, words };
}

import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { databaseAway, isSerializationFailure } from '../platform/database/database-fault.js';
import type { Statement } from '../platform/database/statement.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { flattened } from '../documents/document.js';
import { traced } from '../platform/tracing/tracing.js';
import { IndexFault } from '../search/entry.js';
import { entryValues } from '../search/put-entry.sql.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import type { ReleaseJob } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import {
  INDEX,
  type JobRow,
  PUBLISH,
  PUBLISH_UNINDEXED,
  PUBLISH_WITH_ENTRY,
  type PublishValues,
  READ_JOB,
  type RevisionOfJob,
} from './release-steps.statements.js';
import type { RenderedRevision } from './render-job.js';
import { countWarnings, RenderJobs } from './render-jobs.service.js';

interface Published {
  /** Seconds from the accepted publish until the revision became public. */
  readonly releaseSeconds: number;
  /** Seconds since the revision became public. */
  readonly seconds: number;
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
    private readonly signals: ReleaseSignals,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * Makes the requested revision public and searchable, with the entry that the draft index has of it, or with a new one.
   * If its words could not be made or stored, it becomes public without them, and the job is due again to index it.
   * @throws RenderFault
   */
  async publish(job: ReleaseJob): Promise<void> {
    const readAt = performance.now();
    const revision = await this.read(job);
    if (!revision) return;
    const { entry, ...rendered } = await this.rendered(revision, !revision.hasEntry);
    const publishedAt = new Date(revision.now.getTime() + Math.round(performance.now() - readAt));
    const { id: publicationId, content: markdown, accountId, title, hasEntry } = revision;
    const release = { ...revision, ...rendered, publicationId, markdown, publishedAt };
    const signer = await this.keys.current(revision.keyId);
    const values = {
      ...release,
      headings: JSON.stringify(rendered.headings),
      ...signer.sign(release, this.config.publicBaseUrl),
      fencingToken: job.fencingToken,
    };
    const [statement, bound] = entry
      ? [
          PUBLISH_WITH_ENTRY,
          PUBLISH_WITH_ENTRY.values({ ...values, ...entryValues({ accountId, title, ...entry }) }),
        ]
      : hasEntry
        ? [PUBLISH, PUBLISH.values(values)]
        : [PUBLISH_UNINDEXED, PUBLISH_UNINDEXED.values(values)];
    const published = await traced('make public', {}, () =>
      this.makePublic(values, statement, bound),
    );
    if (!published) return;
    if (published.isIndexed && entry) countWarnings(this.metrics, entry);
    this.metrics.releaseDuration.observe(published.releaseSeconds);
    if (published.isIndexed) this.finish(publicationId, published.seconds);
  }

  /**
   * Makes the public revision searchable. Returns `false` if the job is superseded.
   * @param render whether to replace the HTML of its page too
   * @throws RenderFault
   * @throws IndexFault
   */
  async index(job: ReleaseJob, render = false): Promise<boolean> {
    const revision = await this.read(job);
    if (!revision) return false;
    const { entry, html, headings } = await this.rendered(revision, true);
    if (!entry) throw new IndexFault();
    const { id: publicationId, accountId, title } = revision;
    const values = {
      publicationId,
      fencingToken: job.fencingToken,
      html: render ? html : undefined,
      headings: render ? JSON.stringify(headings) : undefined,
      ...entryValues({ accountId, title, ...entry }),
    };
    const [indexed] = await traced('index', {}, () =>
      this.database.worker.rows<{ seconds: number }>(INDEX, INDEX.values(values)),
    );
    if (!indexed) return false;
    if (!revision.hasEntry) countWarnings(this.metrics, entry);
    this.finish(publicationId, indexed.seconds);
    return true;
  }

  /** Reads the revision of a job; `undefined`: the job is superseded. */
  private async read(job: ReleaseJob): Promise<RevisionOfJob | undefined> {
    const values = [job.publicationId, job.fencingToken];
    const [row] = await this.database.worker.rows<JobRow>(READ_JOB, values);
    return row && flattened(row);
  }

  /** Renders a revision; with `withEntry`, makes its entry too. */
  private rendered(revision: RevisionOfJob, withEntry: boolean): Promise<RenderedRevision> {
    return traced('render', {}, () => this.renderJobs.render(revision, withEntry));
  }

  /**
   * Makes a revision public and searchable, or only public if the search fails. After a fault that passes, such as a
   * time-out of a lock, the whole job is tried again. Any other fault comes from the search, or comes again.
   */
  private async makePublic(
    values: PublishValues,
    statement: Statement,
    bound: readonly unknown[],
  ): Promise<Published | undefined> {
    const { worker } = this.database;
    const [published] = await worker.rows<Published>(statement, bound).catch((error: unknown) => {
      if (databaseAway(error) || isSerializationFailure(error)) throw error;
      const { publicationId } = values;
      this.logger.warn({ err: error, publicationId }, 'Not indexed; it is indexed separately.');
      return worker.rows<Published>(PUBLISH_UNINDEXED, PUBLISH_UNINDEXED.values(values));
    });
    return published;
  }

  private finish(publicationId: string, seconds: number): void {
    this.metrics.indexDuration.observe(seconds);
    this.signals.emit('settled', [publicationId]);
  }
}

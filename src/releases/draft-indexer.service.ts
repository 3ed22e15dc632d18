import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { BACKLOG, CLAIM_MISSED } from '../search/draft-entries.sql.js';
import { DraftIndex } from './draft-index.service.js';
import { ReleaseSignals, type WrittenRevision } from './release-signals.js';

/** Maximum number of an account's documents that wait after their writes. The sweep finds the others. */
const MAX_WAITING = 20;
/** After a document, nothing is indexed for so many times the time that it took, but for at most `MAX_REST_MS`. */
const REST = 2;
const MAX_REST_MS = 1_000;
const SWEEP_MS = 2_000;
/** Number of documents that one sweep takes. */
const SWEPT = 16;
/** A working revision is left to the process that accepted it for so long, in seconds. */
const OWN_SECONDS = 5;
/** After this time, in seconds, another sweep takes a document that is still not indexed. */
const CLAIM_SECONDS = 30;
/** The metric counts the documents up to this number. */
const MAX_COUNTED = 100_000;

/**
 * Indexes each working revision after its write, in the process that accepted it. The sweep of the workers finds what
 * was missed: after a crash, or if too many writes waited. One document is indexed at a time, with pauses, so that most
 * processor time is left for requests and releases; accounts take turns.
 */
@Injectable()
export class DraftIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DraftIndexer.name);
  private readonly turns = new Semaphore({ max: 1, maxWaiting: MAX_WAITING });
  /** Ids of the publications that wait after their writes. */
  private readonly waiting = new Set<string>();
  private stopping = false;

  private readonly sweep = new PollLoop({
    work: () => this.indexMissed(),
    retryMs: SWEEP_MS,
    onError: (err) => this.logger.warn({ err }, 'The sweep for working revisions failed.'),
  });

  constructor(
    private readonly database: Database,
    private readonly index: DraftIndex,
    private readonly config: Config,
    private readonly lifecycle: Lifecycle,
    private readonly signals: ReleaseSignals,
    metrics: Metrics,
  ) {
    signals.on('written', (revision) => void this.indexWritten(revision));
    // A worker in this process releases the revision at once, and looks at it then. Another one may take long to come.
    if (config.role !== 'api') {
      signals.on('requested', (publicationId) => this.waiting.delete(publicationId));
    }
    metrics.beforeScrape(async () => {
      const [row] = await database.rows<{ documents: number }>(BACKLOG, [MAX_COUNTED]);
      metrics.draftBacklog.set(row!.documents);
    });
  }

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => {
      this.stopping = true;
      void this.sweep.stop();
    });
    if (this.config.role !== 'api') this.sweep.start();
  }

  /** Waits until the document that is being indexed is done. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.sweep.stop();
    await this.turns.run(() => Promise.resolve());
  }

  private async indexWritten({ publicationId, accountId }: WrittenRevision): Promise<void> {
    if (this.waiting.has(publicationId)) return;
    this.waiting.add(publicationId);
    const work = () =>
      this.waiting.delete(publicationId) ? this.indexOne(publicationId) : Promise.resolve();
    await this.turns.run(work, accountId).catch(() => this.waiting.delete(publicationId));
  }

  /** Indexes the documents of one sweep. Returns the pause until the next sweep, in ms. */
  private async indexMissed(): Promise<number> {
    type Row = { id: string; accountId: string };
    const values = [SWEPT, CLAIM_SECONDS, OWN_SECONDS];
    const missed = await this.database.worker.rows<Row>(CLAIM_MISSED, values);
    const work = missed.map(({ id, accountId }) =>
      this.turns.run(() => this.indexOne(id), accountId).catch(() => undefined),
    );
    await Promise.all(work);
    return missed.length === SWEPT ? 0 : SWEEP_MS;
  }

  /** Indexes a document, then rests. Never rejects. */
  private async indexOne(publicationId: string): Promise<void> {
    if (this.stopping) return;
    const begun = performance.now();
    try {
      await this.index.index(publicationId);
      this.signals.emit('indexed', publicationId);
    } catch (error) {
      this.logger.warn({ err: error, publicationId }, 'Not indexed; the sweep tries it again.');
    }
    if (this.stopping) return;
    await sleep(Math.min(REST * (performance.now() - begun), MAX_REST_MS));
  }
}

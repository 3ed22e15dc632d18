import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { type ClaimedDocument, WorkingQueue } from '../search/working-queue.service.js';
import { WorkingIndex } from './working-index.service.js';

/** Documents taken at once; between two batches whatever is to be released goes first. */
const BATCH = 4;
const POLL_MS = 1_000;
/** Claims that mean nothing any more are forgotten after so many looks. */
const LOOKS_PER_FORGETTING = 60;

/** Indexes working revisions one by one, one process beside any number of others, until the process stops. */
@Injectable()
export class WorkingIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WorkingIndexer.name);
  private looks = 0;

  private readonly loop = new PollLoop({
    work: (signal) => this.indexSome(signal),
    retryMs: POLL_MS,
    onError: (err) =>
      this.logger.warn({ err }, 'Working revisions could not be indexed; it is tried again.'),
  });

  constructor(
    private readonly queue: WorkingQueue,
    private readonly index: WorkingIndex,
    private readonly lifecycle: Lifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => void this.loop.stop());
    this.loop.start();
  }

  /** The document in hand is finished; the others are given back. */
  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Returns when to look again. */
  private async indexSome(signal: AbortSignal): Promise<number> {
    const begun = performance.now();
    this.looks += 1;
    if (this.looks % LOOKS_PER_FORGETTING === 0) await this.queue.forgetClaims();
    const claimed = await this.queue.claim(BATCH);
    if (claimed.length > 0) await this.indexThose(claimed, signal);
    // Never more than half of a processor: whoever writes, reads or waits for a release has the other one.
    const taken = Math.min(performance.now() - begun, POLL_MS);
    return claimed.length === BATCH ? taken : POLL_MS;
  }

  private async indexThose(
    claimed: readonly ClaimedDocument[],
    signal: AbortSignal,
  ): Promise<void> {
    const left: ClaimedDocument[] = [];
    for (const document of claimed) {
      if (signal.aborted) left.push(document);
      else await this.indexOne(document);
    }
    if (left.length > 0) await this.queue.giveBack(left);
  }

  /** Where it fails, it is taken again when its claim is over. */
  private async indexOne(document: ClaimedDocument): Promise<void> {
    try {
      await this.index.index(document);
    } catch (error) {
      this.logger.warn({ err: error, ...document }, 'Not indexed; it is tried again.');
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { type ClaimedDocument, LEASE_MS, DraftQueue } from '../search/draft-queue.service.js';
import { DraftIndex } from './draft-index.service.js';

/** Maximum number of documents in one claim, of different accounts if possible. */
const BATCH = 4;
const POLL_MS = 1_000;
/** A document whose indexing takes longer counts as slow. The next batch does not wait for slow documents. */
const SLOW_MS = 1_000;
/** Maximum numbers of slow documents in memory at the same time, per account and in total. */
const MAX_SLOW_PER_ACCOUNT = 4;
const MAX_SLOW = 32;
/** At shutdown, the claims of unfinished documents are given back after this time. */
const FINISH_MS = 3_000;
/** Number of polls between two deletions of old claims. */
const LOOKS_PER_FORGETTING = 60;

/** Indexes working revisions in batches until the process stops. Any number of processes can do this. */
@Injectable()
export class DraftIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DraftIndexer.name);
  private readonly held = new Map<ClaimedDocument, Promise<void>>();
  private readonly renewal = setInterval(() => void this.renew(), LEASE_MS / 3).unref();
  private looks = 0;
  private stopping = false;

  private readonly loop = new PollLoop({
    work: () => this.indexSome(),
    retryMs: POLL_MS,
    onError: (err) =>
      this.logger.warn({ err }, 'Working revisions could not be indexed; it is tried again.'),
  });

  constructor(
    private readonly queue: DraftQueue,
    private readonly index: DraftIndex,
    private readonly lifecycle: Lifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => void this.loop.stop());
    this.loop.start();
  }

  /** Waits up to `FINISH_MS` for the held documents, then gives back the claims of the unfinished documents. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    await settledWithin(FINISH_MS, [...this.held.values()]);
    clearInterval(this.renewal);
    if (this.held.size > 0) await this.queue.giveBack([...this.held.keys()]);
  }

  /** Indexes a batch, without waiting for its slow documents. Returns the delay until the next poll, in ms. */
  private async indexSome(): Promise<number> {
    const begun = performance.now();
    const room = Math.min(BATCH, MAX_SLOW - this.held.size);
    if (room === 0) return POLL_MS;
    this.looks += 1;
    if (this.looks % LOOKS_PER_FORGETTING === 0) await this.queue.forgetClaims();
    const claimed = await this.queue.claim(room, this.busyAccounts());
    const batch = claimed.map((document) => this.start(document));
    if (batch.length > 0) await settledWithin(SLOW_MS, batch);
    // After a full batch, the loop pauses for twice the time of the batch, but at most `POLL_MS`. The pauses leave most
    // processor time for requests and releases.
    const restMs = Math.min(2 * (performance.now() - begun), POLL_MS);
    return claimed.length === room ? restMs : POLL_MS;
  }

  /**
   * Returns the accounts with `MAX_SLOW_PER_ACCOUNT` held documents. No further documents of these accounts are
   * claimed.
   */
  private busyAccounts(): string[] {
    const counts = new Map<string, number>();
    for (const { accountId } of this.held.keys()) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    }
    return [...counts.keys()].filter((account) => counts.get(account)! >= MAX_SLOW_PER_ACCOUNT);
  }

  private start(document: ClaimedDocument): Promise<void> {
    const done = this.indexOne(document).finally(() => this.held.delete(document));
    this.held.set(document, done);
    return done;
  }

  /**
   * Indexes a document. Never rejects. After a failure, the document can be claimed again when the lease of its claim
   * ends.
   */
  private async indexOne(document: ClaimedDocument): Promise<void> {
    try {
      await this.index.index(document);
    } catch (error) {
      if (this.stopping) return;
      this.logger.warn({ err: error, ...document }, 'Not indexed; it is tried again.');
    }
  }

  private async renew(): Promise<void> {
    if (this.held.size === 0) return;
    try {
      await this.queue.extend([...this.held.keys()]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Claims could not be extended; others may index the same.');
    }
  }
}

async function settledWithin(ms: number, work: readonly Promise<void>[]): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.all(work), timeout]);
  timer.abort();
}

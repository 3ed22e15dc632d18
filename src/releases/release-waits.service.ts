import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Reader } from '../keys/actor.js';
import { LiveActors } from '../keys/live-actors.service.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { ReleaseSignals } from './release-signals.js';

/**
 * Finds the publications among $1 that are settled (contract 4). `unnest` hides the length of $1 from the planner, so
 * that one plan serves any number of publications.
 */
export const SETTLED_RELEASES: Statement = {
  name: 'release_settled',
  text: `
    SELECT publication_id AS id
    FROM unnest((SELECT $1::uuid[])) AS asked (publication_id) JOIN release USING (publication_id)
    WHERE error IS NOT NULL
       OR (NOT in_flight AND indexed_version IS NOT DISTINCT FROM published_version)`,
};

const POLL_MS = 100;
/** Interval at which the keys and sessions of the waiters are checked. Contract 7 allows 1 s. */
const CHECK_MS = 250;

interface Waiter {
  readonly reader: Reader;
  readonly publicationId: string;
  /** Finds the publications among $1 that seem to be settled. */
  readonly settled: Statement;
  readonly done: (isOver: boolean) => void;
}

/**
 * Waits until a release is settled (contract 4), or until another statement finds the publication. Waiters hold no connection, because all waiters of a process share one
 * poll. A worker in the same process also wakes the waiters directly. A wake can belong to an earlier release, so each
 * waiter reads the publication again, and continues to wait if the publication is not settled. If the key, the session
 * or the account of a waiter ends, its wait ends with the refusal of the guard (contract 7).
 */
@Injectable()
export class ReleaseWaitsService implements OnModuleDestroy {
  private readonly waiters = new Set<Waiter>();
  private checkedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly live: LiveActors,
    signals: ReleaseSignals,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onShutdown(() => this.release());
    signals.on('settled', (publicationIds) => this.wake(publicationIds));
    signals.on('indexed', (id) => this.wake([id]));
  }

  /**
   * Calls `read` whenever the release seems to be settled, until `isSettled` accepts the result. If the result is never
   * accepted, the last call comes after `seconds`, when `signal` aborts, or at shutdown. There is no call at the
   * beginning, because the caller has just read or changed the publication.
   * @param settled finds the publications among $1 that seem to be settled
   * @returns the result of the last call
   * @throws Problem `unauthorized`, `account_suspended`
   */
  async until<T>(
    reader: Reader,
    publicationId: string,
    { seconds, signal }: { readonly seconds: number; readonly signal?: AbortSignal },
    read: () => Promise<T>,
    isSettled: (seen: T) => boolean,
    settled: Statement = SETTLED_RELEASES,
  ): Promise<T> {
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const ms = end - performance.now();
      const isOver = await this.news(reader, settled, publicationId, ms, signal);
      const seen = await read();
      await this.live.assert(reader);
      if (isOver || isSettled(seen)) return seen;
    }
  }

  /**
   * Resolves to `false` when the release seems to be settled, to `true` on time-out, abort of `signal`, shutdown, or the
   * end of the reader's key or session.
   */
  private news(
    reader: Reader,
    settled: Statement,
    publicationId: string,
    ms: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (this.closed || signal?.aborted) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (isOver: boolean): void => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', over);
        this.waiters.delete(waiter);
        resolve(isOver);
      };
      const waiter = { reader, publicationId, settled, done };
      const over = (): void => done(true);
      const timeout = setTimeout(over, ms);
      signal?.addEventListener('abort', over);
      this.waiters.add(waiter);
      this.timer ??= setTimeout(() => void this.poll(), POLL_MS);
    });
  }

  onModuleDestroy(): void {
    this.release();
    clearTimeout(this.timer);
  }

  /** Ends all waits; waits that begin later end at once (contract 12). */
  private release(): void {
    this.closed = true;
    for (const { done } of this.waiters) done(true);
  }

  private wake(publicationIds: readonly string[]): void {
    const ids = new Set(publicationIds);
    for (const { publicationId, done } of this.waiters) if (ids.has(publicationId)) done(false);
  }

  /** Wakes the waiters of settled releases. If the database is unreachable, each waiter waits until its time-out. */
  private async poll(): Promise<void> {
    try {
      for (const settled of new Set(Array.from(this.waiters, (waiter) => waiter.settled))) {
        this.wake(await this.settledOf(settled));
      }
      await this.endWaits();
    } catch {
      // The next poll tries again.
    }
    this.timer = this.waiters.size > 0 ? setTimeout(() => void this.poll(), POLL_MS) : undefined;
  }

  /** Ends the waits of the readers whose key, session or account has ended. */
  private async endWaits(): Promise<void> {
    if (performance.now() - this.checkedAt < CHECK_MS) return;
    this.checkedAt = performance.now();
    const waiting = [...this.waiters];
    const ended = new Set(await this.live.ended(waiting.map(({ reader }) => reader)));
    for (const { reader, done } of waiting) if (ended.has(reader)) done(true);
  }

  private async settledOf(settled: Statement): Promise<readonly string[]> {
    const asking = [...this.waiters].filter((waiter) => waiter.settled === settled);
    const ids = new Set(asking.map(({ publicationId }) => publicationId));
    const rows = await this.database.rows<{ id: string }>(settled, [[...ids]]);
    return rows.map(({ id }) => id);
  }
}

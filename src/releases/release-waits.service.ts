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
  /** Waiters by the statement that finds settled releases, then by publication id. */
  private readonly waiters = new Map<Statement, Map<string, Set<Waiter>>>();
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
    signals.on('settled', (publicationIds) => {
      for (const id of publicationIds) this.wake(id);
    });
    signals.on('indexed', (id) => this.wake(id));
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
      const asking = this.waiters.get(settled) ?? new Map<string, Set<Waiter>>();
      this.waiters.set(settled, asking);
      const waiters = asking.get(publicationId) ?? new Set();
      asking.set(publicationId, waiters);
      const done = (isOver: boolean): void => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', over);
        waiters.delete(waiter);
        if (waiters.size === 0) asking.delete(publicationId);
        resolve(isOver);
      };
      const waiter = { reader, done };
      const over = (): void => done(true);
      const timeout = setTimeout(over, ms);
      signal?.addEventListener('abort', over);
      waiters.add(waiter);
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
    for (const asking of this.waiters.values()) {
      for (const id of asking.keys()) this.wake(id, true);
    }
  }

  private wake(publicationId: string, isOver = false): void {
    for (const asking of this.waiters.values()) {
      for (const { done } of asking.get(publicationId) ?? []) done(isOver);
    }
  }

  /** Wakes the waiters of settled releases. If the database is unreachable, each waiter waits until its time-out. */
  private async poll(): Promise<void> {
    try {
      for (const [settled, asking] of this.waiters) {
        for (const id of await this.settledOf(settled, [...asking.keys()])) this.wake(id);
      }
      await this.endWaits();
    } catch {
      // The next poll tries again.
    }
    const isAwaited = [...this.waiters.values()].some(({ size }) => size > 0);
    this.timer = isAwaited ? setTimeout(() => void this.poll(), POLL_MS) : undefined;
  }

  /** Ends the waits of the readers whose key, session or account has ended. */
  private async endWaits(): Promise<void> {
    if (performance.now() - this.checkedAt < CHECK_MS) return;
    this.checkedAt = performance.now();
    const waiting: Waiter[] = [];
    for (const asking of this.waiters.values()) {
      for (const waiters of asking.values()) waiting.push(...waiters);
    }
    const ended = new Set(await this.live.ended(waiting.map(({ reader }) => reader)));
    for (const { reader, done } of waiting) if (ended.has(reader)) done(true);
  }

  private async settledOf(
    settled: Statement,
    publicationIds: readonly string[],
  ): Promise<readonly string[]> {
    if (publicationIds.length === 0) return [];
    const values = [publicationIds];
    const rows = await this.database.rows<{ id: string }>(settled, values);
    return rows.map(({ id }) => id);
  }
}

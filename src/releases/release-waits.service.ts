import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { ReleaseSignals } from './release-signals.js';

/**
 * Whether nothing is left to wait for (CONTRACT 4): $1 publications. The planner cannot see how many
 * they are, and so plans once: to plan each time took three times as long as to look.
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

/**
 * Waiting until a release is settled, without a database connection a waiter: all waiters of a
 * process share one poll, and a worker in the same process wakes them at once (CONTRACT 4).
 */
@Injectable()
export class ReleaseWaitsService implements OnModuleDestroy {
  private readonly waiters = new Map<string, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly database: Database,
    signals: ReleaseSignals,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onShutdown(() => this.release());
    signals.onSettled((publicationIds) => {
      const waitedFor = publicationIds.filter((id) => this.waiters.has(id));
      if (waitedFor.length > 0) void this.check(waitedFor);
    });
  }

  /** Resolves when the release is settled, after `seconds`, when `signal` aborts, or at shutdown. */
  settled(publicationId: string, seconds: number, signal?: AbortSignal): Promise<void> {
    if (this.closed || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.waiters.get(publicationId) ?? new Set();
      this.waiters.set(publicationId, waiters);
      const done = (): void => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', done);
        waiters.delete(done);
        if (waiters.size === 0) this.waiters.delete(publicationId);
        resolve();
      };
      const timeout = setTimeout(done, seconds * 1_000);
      signal?.addEventListener('abort', done);
      waiters.add(done);
      this.timer ??= setTimeout(() => void this.poll(), POLL_MS);
    });
  }

  onModuleDestroy(): void {
    this.release();
    clearTimeout(this.timer);
  }

  /** Answers everybody as things stand; later waits end at once (CONTRACT 12). */
  private release(): void {
    this.closed = true;
    for (const id of this.waiters.keys()) this.wake(id);
  }

  private wake(publicationId: string): void {
    for (const done of this.waiters.get(publicationId) ?? []) done();
  }

  private async poll(): Promise<void> {
    await this.check([...this.waiters.keys()]);
    this.timer = this.waiters.size > 0 ? setTimeout(() => void this.poll(), POLL_MS) : undefined;
  }

  /**
   * Wakes whose release is settled now: a hint may be older than the request that somebody waits for.
   * A database that is away leaves the waiters to their time limit.
   */
  private async check(ids: readonly string[]): Promise<void> {
    try {
      for (const { id } of await this.database.rows<{ id: string }>(SETTLED_RELEASES, [ids])) {
        this.wake(id);
      }
    } catch {
      // The next poll tells.
    }
  }
}

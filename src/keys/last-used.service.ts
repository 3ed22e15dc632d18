import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../platform/database/database.js';
import { COMMIT_AT_ONCE, type Statement } from '../platform/database/statement.js';

// Writes the time of use at most once a minute for each key, however many processes run. ORDER BY makes all processes
// lock the keys in the same order, which prevents deadlocks.
const TOUCH: Statement = {
  name: 'key_touch',
  text: `
    WITH at_once AS (${COMMIT_AT_ONCE})
    UPDATE publisher_key SET last_used_at = clock_timestamp()
      FROM at_once
     WHERE id IN (
       SELECT id FROM publisher_key
        WHERE id = ANY ($1)
          AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')
        ORDER BY id FOR NO KEY UPDATE
     )`,
};

/** Time for which uses of keys are collected. One statement then writes all collected uses. */
const GATHER_MS = 1_000;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Writes `lastUsedAt` outside of requests, at most once a minute for each key (contract 7). */
@Injectable()
export class LastUsed implements BeforeApplicationShutdown {
  private readonly logger = new Logger(LastUsed.name);
  private readonly noted = new LRUCache<string, true>({ max: MAX_KEYS, ttl: MINUTE_MS });
  private readonly waiting = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  /** Notes that a key was used just now. The write follows later, so that the caller does not wait for it. */
  touch(keyId: string): void {
    if (this.noted.has(keyId)) return;
    this.noted.set(keyId, true);
    this.waiting.add(keyId);
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes the collected uses. If the write fails, logs a warning and drops the uses; no request fails. */
  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const keyIds = [...this.waiting];
    this.waiting.clear();
    if (keyIds.length === 0) return;
    try {
      await this.database.rows(TOUCH, [keyIds]);
    } catch (error) {
      this.logger.warn(`lastUsedAt of ${keyIds.length} keys was not written: ${String(error)}`);
    }
  }
}

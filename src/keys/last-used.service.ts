import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { KeysRepository } from './keys.repository.js';

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

  constructor(private readonly keys: KeysRepository) {}

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
      await this.keys.touch(keyIds);
    } catch (error) {
      this.logger.warn(`lastUsedAt of ${keyIds.length} keys was not written: ${String(error)}`);
    }
  }
}

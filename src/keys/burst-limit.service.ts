import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { rateLimited, tooManyFailures, tooManyReads, unauthorized } from './access.errors.js';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/**
 * Maximum number of keys or addresses in a counter, to limit memory. Beyond this number, the counter drops the least
 * recently used keys or addresses.
 */
const MAX_SUBJECTS = 20_000;

/**
 * Counts the events of each key or address per minute, in this process only (contract 7). The first event begins the
 * minute.
 */
class WindowCounter {
  private readonly windows = new LRUCache<string, { count: number }>({
    max: MAX_SUBJECTS,
    ttl: MINUTE_MS,
  });

  /** @param limit number of accepted events of one key or address within a minute; 0 for no limit */
  constructor(private readonly limit: number) {}

  /**
   * Counts one event. Returns `undefined` if the number of events is within the limit. If not, returns the seconds
   * until the minute ends.
   */
  count(subject: string): number | undefined {
    if (this.limit === 0) return undefined;
    const window = this.windows.get(subject);
    if (!window) {
      this.windows.set(subject, { count: 1 });
      return undefined;
    }
    window.count += 1;
    if (window.count <= this.limit) return undefined;
    return Math.max(1, Math.ceil(this.windows.getRemainingTTL(subject) / 1_000));
  }
}

/** Maximum number of failed authentications of one address per minute. Further failures get 429 (contract 7). */
const FAILURES_PER_MINUTE = 60;

/** Maximum number of requests of readers' assistants from one address per minute (contract 8). */
export const READS_PER_MINUTE = 60;

/** Limits per minute: requests of a key, failed authentications and readers' requests of an address (contract 7, 8). */
@Injectable()
export class BurstLimit {
  private readonly requests: WindowCounter;
  private readonly failures: WindowCounter;
  private readonly reads: WindowCounter;

  constructor(private readonly config: Config) {
    this.requests = new WindowCounter(config.rateLimitPerMinute);
    const isOff = config.rateLimitPerMinute === 0;
    this.failures = new WindowCounter(isOff ? 0 : FAILURES_PER_MINUTE);
    this.reads = new WindowCounter(isOff ? 0 : READS_PER_MINUTE);
  }

  /** Counts one request of a key. @throws Problem rate_limited */
  countRequest(keyId: string): void {
    const retryAfter = this.requests.count(keyId);
    if (retryAfter !== undefined) throw rateLimited(this.config.rateLimitPerMinute, retryAfter);
  }

  /** Counts one request of a reader's assistant. @throws Problem rate_limited */
  countRead(address: string): void {
    const retryAfter = this.reads.count(address);
    if (retryAfter !== undefined) throw tooManyReads(READS_PER_MINUTE, retryAfter);
  }

  /** Counts one failed authentication and returns the refusal: 401, or 429 beyond the limit. */
  countFailure(address: string, keySent: boolean): Error {
    const retryAfter = this.failures.count(address);
    return retryAfter === undefined
      ? unauthorized(keySent)
      : tooManyFailures(FAILURES_PER_MINUTE, retryAfter);
  }
}

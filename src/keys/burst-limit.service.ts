import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { rateLimited, tooManyFailures, unauthorized } from './access.errors.js';
import { WindowCounter } from './window-counter.js';

/** Failed authentications a minute and address that are still answered 401 (contract 7). */
const FAILURES_PER_MINUTE = 60;

/** The limits on how fast one key, or one address without a valid key, may knock (contract 7). */
@Injectable()
export class BurstLimit {
  private readonly requests: WindowCounter;
  private readonly failures: WindowCounter;

  constructor(private readonly config: Config) {
    this.requests = new WindowCounter(config.rateLimitPerMinute);
    this.failures = new WindowCounter(config.rateLimitPerMinute === 0 ? 0 : FAILURES_PER_MINUTE);
  }

  /** Counts one request of a key. @throws Problem rate_limited */
  countRequest(keyId: string): void {
    const retryAfter = this.requests.count(keyId);
    if (retryAfter !== undefined) throw rateLimited(this.config.rateLimitPerMinute, retryAfter);
  }

  /** Counts one failed authentication and returns the refusal: 401, or 429 after too many. */
  countFailure(address: string, keySent: boolean): Error {
    const retryAfter = this.failures.count(address);
    return retryAfter === undefined
      ? unauthorized(keySent)
      : tooManyFailures(FAILURES_PER_MINUTE, retryAfter);
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type KeyRecord, KeysRepository } from './keys.repository.js';

/**
 * Time for which a cached record is used: half of the 1 s that contract 7 allows until a revocation, expiry or
 * suspension takes effect.
 */
const FRESH_MS = 500;
const MAX_RECORDS = 10_000;

/** Caches key records for 500 ms, including those of unknown ids. Concurrent callers share one look-up. */
@Injectable()
export class KeyRecords {
  private readonly records = new LRUCache<string, KeyRecord>({
    max: MAX_RECORDS,
    ttl: FRESH_MS,
    // An entry evicted during its look-up still resolves for its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (keyId, _stale, { options }) => {
      const asked = performance.now();
      const record = await this.keys.findRecord(keyId);
      // The time to live begins when the query is sent, so that a slow query does not extend it.
      options.ttl = Math.max(1, FRESH_MS - (performance.now() - asked));
      return record;
    },
  });

  constructor(private readonly keys: KeysRepository) {}

  find(keyId: string): Promise<KeyRecord> {
    return this.records.forceFetch(keyId);
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type KeyRecord, KeysRepository } from './keys.repository.js';

/** Half of the second within which revocation, expiry and suspension must hold (contract 7). */
const FRESH_MS = 500;
const MAX_RECORDS = 10_000;

/** Key records at most half a second old; callers share a look-up. Unknown ids stay too: a dead key asks once. */
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
      // The age counts from the question, not from an answer that was slow to come.
      options.ttl = Math.max(1, FRESH_MS - (performance.now() - asked));
      return record;
    },
  });

  constructor(private readonly keys: KeysRepository) {}

  find(keyId: string): Promise<KeyRecord> {
    return this.records.forceFetch(keyId);
  }
}

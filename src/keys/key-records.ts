import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './key-record.js';
import { KeysRepository } from './keys.repository.js';

/** Half of the second within which revocation, expiry and suspension must hold (CONTRACT 7). */
const FRESH_MS = 500;
const MOST_RECORDS = 10_000;

/** Unknown ids are kept too: a program with a dead key must not ask the database each time. */
interface Lookup {
  readonly record: KeyRecord | undefined;
}

/** Key records at most half a second old; however many requests ask at once, one look-up answers. */
@Injectable()
export class KeyRecords {
  private readonly lookups = new LRUCache<string, Lookup>({
    max: MOST_RECORDS,
    ttl: FRESH_MS,
    // Whoever is pushed out while still being looked up gets the answer all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (keyId, _stale, { options }) => {
      const asked = performance.now();
      const record = await this.keys.findRecord(keyId);
      // The age counts from the question, not from an answer that was slow to come.
      options.ttl = Math.max(1, FRESH_MS - (performance.now() - asked));
      return { record };
    },
  });

  constructor(private readonly keys: KeysRepository) {}

  async find(keyId: string): Promise<KeyRecord | undefined> {
    const lookup = await this.lookups.fetch(keyId);
    return lookup?.record;
  }
}

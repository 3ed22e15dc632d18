import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { NO_ID } from '../platform/ids/ids.js';
import type { Principal } from './actor.js';
import { LIVE_KEY } from './live-key.sql.js';

/** The facts about a key and its account that authentication reads for a key id. */
interface KeyRecord extends Principal {
  readonly secretHash: Buffer;
  /** Whether the key exists, and is neither revoked nor expired. */
  readonly live: boolean;
}

/** Values in the record of an unknown key id. No account has the id `NOBODY`, and no secret has the hash `NO_HASH`. */
const NOBODY = `'${NO_ID}'::uuid`;
const NO_HASH = String.raw`'\x${'00'.repeat(32)}'::bytea`;

// Does the same work for an unknown id as for a known id. With less work, an unknown id would be refused 50 µs earlier
// than a wrong secret. This difference would reveal which ids exist.
const FIND_RECORD: Statement = {
  name: 'key_record',
  text: `
    SELECT asked.id AS "keyId", coalesce(k.secret_hash, ${NO_HASH}) AS "secretHash",
           coalesce(k.scopes, '{}') AS scopes, k.id IS NOT NULL AND ${LIVE_KEY} AS live,
           coalesce(a.id, ${NOBODY}) AS "accountId", coalesce(a.name, '') AS "accountName",
           coalesce(a.status = 'suspended', false) AS suspended,
           coalesce(a.release_rule, 'any-key') AS "releaseRule"
      FROM (SELECT $1::text AS id) asked
      LEFT JOIN publisher_key k ON k.id = asked.id
      LEFT JOIN account a ON a.id = coalesce(k.account_id, ${NOBODY})`,
};

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
      const [record] = await this.database.rows<KeyRecord>(FIND_RECORD, [keyId]);
      // The time to live begins when the query is sent, so that a slow query does not extend it.
      options.ttl = Math.max(1, FRESH_MS - (performance.now() - asked));
      return record!;
    },
  });

  constructor(private readonly database: Database) {}

  /** Reads key and account in one query. For an unknown id, returns a record that is not live. */
  find(keyId: string): Promise<KeyRecord> {
    return this.records.forceFetch(keyId);
  }
}

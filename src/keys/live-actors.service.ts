import { Injectable } from '@nestjs/common';
import { accountSuspended } from '../accounts/accounts.errors.js';
import { Database } from '../platform/database/database.js';
import type { Reads, Statement } from '../platform/database/statement.js';
import { unauthorized } from './access.errors.js';
import type { Reader } from './actor.js';
import { stillAuthenticated } from './live-key.sql.js';

/** The readers with accounts $1, keys $2 and session hashes $3 that are no longer admitted, by their place from 1. */
const ENDED: Statement = {
  name: 'key_ended_readers',
  text: `
    SELECT reader.place::integer AS place, ${stillAuthenticated('reader.key_id', 'reader.session')} AS "isAuthenticated"
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[]), (SELECT $3::bytea[]))
             WITH ORDINALITY AS reader (account_id, key_id, session, place)
     WHERE NOT ${stillAuthenticated('reader.key_id', 'reader.session')}
        OR NOT EXISTS (SELECT FROM account WHERE id = reader.account_id AND status = 'active')`,
};

interface Ended {
  readonly place: number;
  readonly isAuthenticated: boolean;
}

/**
 * Checks again, at the moment of an answer or a commit, what the guard checked when the request began: key, session and
 * account (contract 7). Reads the database each time. Operators, who have no key, always pass.
 */
@Injectable()
export class LiveActors {
  constructor(private readonly database: Database) {}

  /**
   * @param reads runs the check, for a caller that must check in its own transaction
   * @throws Problem `unauthorized`, `account_suspended`: the refusals of the guard
   */
  async assert(reader: Reader, reads: Pick<Reads, 'rows'> = this.database): Promise<void> {
    if (reader.keyId === undefined) return;
    const [ended] = await reads.rows<Ended>(ENDED, valuesOf([reader]));
    if (ended) throw ended.isAuthenticated ? accountSuspended() : unauthorized(true);
  }

  /** Returns the readers whose key, session or account has ended. */
  async ended<R extends Reader>(readers: readonly R[]): Promise<R[]> {
    const keyed = readers.filter(({ keyId }) => keyId !== undefined);
    if (keyed.length === 0) return [];
    const rows = await this.database.rows<Ended>(ENDED, valuesOf(keyed));
    return rows.map(({ place }) => keyed[place - 1]!);
  }
}

const valuesOf = (readers: readonly Reader[]): unknown[] => [
  readers.map(({ accountId }) => accountId),
  readers.map(({ keyId }) => keyId),
  readers.map(({ session }) => session ?? null),
];

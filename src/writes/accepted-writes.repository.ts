import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/statement.js';
import {
  BOUND_LOCK_WAIT,
  CLAIM_KEY,
  FIND_BY_KEY,
  RECORD_ANSWER,
} from './accepted-writes.statements.js';
import { FINGERPRINT_FORMAT, fingerprint } from './fingerprint.js';
import type { Write } from './write.js';
import type { Writer } from './writer.js';

/** What is on record under an idempotency key. */
export interface WriteRecord {
  readonly id: string;
  readonly fingerprint: Buffer;
  readonly fingerprintFormat: number;
  readonly answer: unknown;
}

@Injectable()
export class AcceptedWritesRepository {
  /** Until the end of the transaction, a lock is waited for at most so long. */
  async boundLockWait(tx: EntityManager, milliseconds: number): Promise<void> {
    await run(tx, BOUND_LOCK_WAIT, [String(Math.ceil(milliseconds))]);
  }

  /** False where the account's key stands for a committed write already. */
  async claim(tx: EntityManager, id: string, writer: Writer, write: Write): Promise<boolean> {
    const rows = await run(tx, CLAIM_KEY, [
      id,
      writer.accountId,
      write.operation,
      write.publicationId,
      write.version,
      writer.door === 'operator' ? null : writer.keyId,
      writer.door,
      writer.door === 'operator' ? writer.operator : null,
      writer.requestId,
      write.idempotencyKey,
      fingerprint(write, FINGERPRINT_FORMAT),
      FINGERPRINT_FORMAT,
    ]);
    return rows.length > 0;
  }

  async find(tx: EntityManager, accountId: string, key: string): Promise<WriteRecord | undefined> {
    const [record] = await run<WriteRecord>(tx, FIND_BY_KEY, [accountId, key]);
    return record;
  }

  async recordAnswer(tx: EntityManager, id: string, answer: object): Promise<void> {
    await run(tx, RECORD_ANSWER, [id, JSON.stringify(answer)]);
  }
}

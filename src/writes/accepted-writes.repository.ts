import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../keys/actor.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/statement.js';
import type { UsageRow } from '../quota/usage-row.js';
import { CLAIM_KEY, FIND_BY_KEY, LOCK_KEY, RECORD_ANSWER } from './accepted-writes.statements.js';
import { FINGERPRINT_FORMAT, fingerprint } from './fingerprint.js';
import type { AtOnce } from './change.js';
import type { Write } from './write.js';
import type { Writer } from './writer.js';

/** What is on record under an idempotency key. */
export interface WriteRecord {
  readonly id: string;
  readonly fingerprint: Buffer;
  readonly fingerprintFormat: number;
  readonly answer: unknown;
}

/** What an accepted write made, and the units that are left. */
export interface AcceptedRow<A> extends UsageRow {
  readonly answer: A;
  readonly content: string;
}

@Injectable()
export class AcceptedWritesRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Accepts a write in one statement; nothing is done where anything stands in its way. */
  async acceptAtOnce<A>(
    id: string,
    writer: Actor,
    write: Write,
    { statement, values }: AtOnce,
  ): Promise<AcceptedRow<A> | undefined> {
    try {
      const [row] = await this.database.rows<AcceptedRow<A>>(statement, [
        id,
        writer.accountId,
        this.config.planFreeDailyWrites,
        this.config.planUpgradedDailyWrites,
        write.operation,
        writer.keyId,
        writer.door,
        writer.requestId,
        write.idempotencyKey,
        fingerprint(write, FINGERPRINT_FORMAT),
        FINGERPRINT_FORMAT,
        write.publicationId,
        ...values,
      ]);
      return row;
    } catch (error) {
      if (undone(error)) return undefined;
      throw error;
    }
  }

  /** Waits until nobody else writes with the key, and lets no statement after it wait longer than `leftMs`. */
  async lockKey(
    tx: EntityManager,
    { accountId }: Writer,
    { idempotencyKey }: Write,
    leftMs: number,
  ): Promise<void> {
    await run(tx, LOCK_KEY, [accountId, idempotencyKey, Math.ceil(leftMs)]);
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

/** PostgreSQL's `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Nothing was written: a lock did not come in time, the key is taken, or the write would not have been
 * whole.
 */
const undone = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (error.code === LOCK_NOT_AVAILABLE ||
    (error.table === 'accepted_write' &&
      (error.constraint === 'accepted_write_idempotency_key' || error.column === 'version')));

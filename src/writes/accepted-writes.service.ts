import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import {
  connectionLost,
  lostRace,
  SerializationFault,
} from '../platform/database/database-fault.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/ids/ids.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Quota } from '../quota/usage.js';
import { quotaOf } from '../quota/usage-row.js';
import { AcceptedWritesRepository } from './accepted-writes.repository.js';
import type { Change } from './change.js';
import { fingerprint } from './fingerprint.js';
import { Lanes } from './lanes.js';
import type { Write } from './write.js';
import type { Writer } from './writer.js';
import { idempotencyKeyReused, writeWaitedTooLong } from './writes.errors.js';

/** A write that is committed now, by this request or by the one that it repeats. */
export interface Accepted<A extends object> {
  readonly answer: A;
  /** `null` where the answer comes from the record, which does not hold it. */
  readonly content: string | null;
  readonly replayed: boolean;
  readonly quota: Quota;
}

const PATIENCE_MS = 5_000;
/** Who has waited longer has no time for both forms. */
const LATEST_AT_ONCE_MS = 1_000;
const TRIES = 4;

/**
 * The one verb of the service: accept a write. Key, change, quota unit and record are one
 * transaction; see docs/adr/0001-accepted-write.md and CONTRACT 5.
 */
@Injectable()
export class AcceptedWritesService {
  private readonly sameKey = new Lanes(1, PATIENCE_MS, writeWaitedTooLong);
  /** One account may hold half of the connections: the others' requests still get theirs. */
  private readonly sameAccount: Lanes;

  constructor(
    private readonly database: Database,
    private readonly repository: AcceptedWritesRepository,
    private readonly quota: QuotaService,
    private readonly metrics: Metrics,
    config: Config,
  ) {
    const half = Math.floor(config.databasePoolSize / 2);
    this.sameAccount = new Lanes(half, PATIENCE_MS, writeWaitedTooLong);
  }

  /**
   * Carries `change` out once for the idempotency key, however often and wherever it is asked for.
   * It may run again as a whole, so it touches nothing but the database.
   * @throws Problem `idempotency_key_reused`, `daily_limit_exceeded`, `account_suspended`,
   *   `unavailable`, and whatever `change` throws; then nothing is written and no unit is taken
   */
  async accept<A extends object>(
    writer: Writer,
    write: Write,
    change: Change<A>,
  ): Promise<Accepted<A>> {
    const id = newId();
    const begun = performance.now();
    const attempt = async (tries: number): Promise<Accepted<A>> => {
      const waitedMs = performance.now() - begun;
      const done = tries === 1 ? await this.atOnce(id, writer, write, change, waitedMs) : undefined;
      return (
        done ??
        this.database.transaction(async (tx) => {
          await this.lockKey(tx, writer, write, PATIENCE_MS - (performance.now() - begun));
          return this.inSteps(tx, id, writer, write, change);
        })
      );
    };
    const accepted = await this.sameKey.run(`${writer.accountId} ${write.idempotencyKey}`, () =>
      this.sameAccount.run(writer.accountId, () => persistently(attempt)),
    );
    this.metrics.countWrite(accepted.replayed, write.operation, writer.door);
    return accepted;
  }

  /**
   * Nearly every write is done here; where it is not, the steps find out why. Operators pay nothing,
   * and who has little time left must wait by it: both take the steps.
   */
  private async atOnce<A extends object>(
    id: string,
    writer: Writer,
    write: Write,
    { atOnce }: Change<A>,
    waitedMs: number,
  ): Promise<Accepted<A> | undefined> {
    if (!atOnce || writer.door === 'operator') return undefined;
    if (waitedMs > LATEST_AT_ONCE_MS) return undefined;
    const row = await this.repository.acceptAtOnce<A>(id, writer, write, atOnce);
    return (
      row && { answer: row.answer, content: row.content, replayed: false, quota: quotaOf(row) }
    );
  }

  /** Who has waited in line may wait the less for locks: together at most 5 s (CONTRACT 5). */
  private async lockKey(
    tx: EntityManager,
    writer: Writer,
    write: Write,
    leftMs: number,
  ): Promise<void> {
    if (leftMs <= 0) throw writeWaitedTooLong();
    await this.repository.lockKey(tx, writer, write, leftMs);
  }

  private async inSteps<A extends object>(
    tx: EntityManager,
    id: string,
    writer: Writer,
    write: Write,
    change: Change<A>,
  ): Promise<Accepted<A>> {
    if (!(await this.repository.claim(tx, id, writer, write))) {
      return this.replay(tx, id, writer, write);
    }
    const { answer, content } = await change.inSteps(tx);
    const quota = await this.pay(tx, writer);
    await this.repository.recordAnswer(tx, id, answer);
    return { answer, content, replayed: false, quota };
  }

  /** Clients pay a unit, operators nothing (CONTRACT 10). */
  private pay(tx: EntityManager, { door, accountId }: Writer): Promise<Quota> {
    return door === 'operator' ? this.quota.readIn(tx, accountId) : this.quota.take(tx, accountId);
  }

  /** Answers from the record. Its id is `id` where this very request committed and lost the answer. */
  private async replay<A extends object>(
    tx: EntityManager,
    id: string,
    writer: Writer,
    write: Write,
  ): Promise<Accepted<A>> {
    const record = await this.repository.find(tx, writer.accountId, write.idempotencyKey);
    if (!record) throw new SerializationFault();
    if (!fingerprint(write, record.fingerprintFormat).equals(record.fingerprint)) {
      throw idempotencyKeyReused();
    }
    const quota = await this.quota.readIn(tx, writer.accountId);
    return { answer: record.answer as A, content: null, replayed: record.id !== id, quota };
  }
}

/**
 * Tries until no race and no broken connection undoes it. A connection that breaks at
 * COMMIT leaves open what happened: the next try finds its own claim, or makes it.
 */
async function persistently<T>(attempt: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      const again = lostRace(error) ? tries < TRIES : connectionLost(error) && tries === 1;
      if (!again) throw error;
      await sleep(tries * 10 * Math.random());
    }
  }
}

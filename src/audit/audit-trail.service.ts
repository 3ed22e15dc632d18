import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import { AuditLines, type ReadLine } from './audit-lines.js';
import {
  OLDEST_TRANSACTION,
  READ_TRAIL,
  READ_TRAIL_OF_ACCOUNT,
  SECONDS_AGO,
  THIS_MOMENT,
} from './audit-trail.statements.js';

/** An accepted write, a decision that sent a revision back, or an operator's command (contract 10). */
export interface AuditEntry {
  readonly time: Date;
  readonly id: string;
  readonly accountId: string | null;
  readonly channel: 'http' | 'mcp' | 'desk' | 'operator';
  /** `null` for operators. */
  readonly keyId: string | null;
  /** Name and version that the client program sent; `null` if it sent none. */
  readonly client: { readonly name: string; readonly version: string } | null;
  /** Login name of the operator; `null` for clients. */
  readonly operator: string | null;
  /** `create`, `update`, `publish`, `send back`, or the name of a command such as `keys revoke`. */
  readonly action: string;
  readonly publicationId: string | null;
  /** The revision that was written, published or sent back; `null` for commands. */
  readonly version: number | null;
  readonly requestId: string | null;
  /** The approver that a publish stated; `null` if the publish stated no approver, and in all other entries. */
  readonly approvedBy: string | null;
  /** The arguments of a command, or who sent a revision back and why; `null` for accepted writes. */
  readonly details: object | null;
}

export type Since = { readonly time: Date } | { readonly secondsAgo: number };

type Position = readonly [time: Date | string, id: string];

const PAGE = 500;
/**
 * Longest wait for transactions that began before an export. It exceeds the service's time-out for a statement and its
 * time-out for an idle transaction.
 */
const OLDER_END_MS = 15_000;
/**
 * Longest delay from the start of a transaction until `pg_stat_activity` shows the transaction. `settled` waits this
 * long, so that it sees every transaction that has already begun.
 */
const UNSEEN_MS = 250;
const LOOK_AGAIN_MS = 20;

/** Reads the audit of clients and operators, in order of time. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /**
   * Yields entries in pages, oldest first. If `accountId` is `null`, reads all accounts. If `since` is `null`, reads
   * from the beginning.
   */
  async *read(accountId: string | null, since: Since | null): AsyncGenerator<AuditEntry[]> {
    yield* this.readAfter(accountId, [await this.timeOf(since), NO_ID]);
  }

  /**
   * Yields the audit as chained lines of JSON (ADR 48), in pages. A running transaction can still insert entries, with
   * the start of the transaction as their time. So the lines end before the start of the oldest running transaction,
   * and every later export begins with the same lines.
   * @param after last line of an earlier export, to continue from; `null` to begin a new chain
   */
  async *lines(
    accountId: string | null,
    since: Since | null,
    after: ReadLine | null,
  ): AsyncGenerator<string> {
    const end = await this.settled();
    const lines = new AuditLines(after?.sha256 ?? null);
    const start: Position = after ? [after.time, after.id] : [await this.timeOf(since), NO_ID];
    for await (const page of this.readAfter(accountId, start)) {
      const settled = page.filter(({ time }) => time < end);
      yield settled.map((entry) => lines.add(entry)).join('');
      if (settled.length < page.length) return;
    }
  }

  private async *readAfter(
    accountId: string | null,
    start: Position,
  ): AsyncGenerator<AuditEntry[]> {
    let after = start;
    for (;;) {
      const page = await this.page(accountId, after);
      yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = [last.time, last.id];
    }
  }

  /**
   * Waits for the end of transactions that have already begun.
   * @returns the time before which no more entries can appear
   */
  private async settled(): Promise<Date> {
    const [moment] = await this.database.rows<{ time: Date }>(THIS_MOMENT);
    await sleep(UNSEEN_MS);
    const giveUpAt = performance.now() + OLDER_END_MS;
    for (;;) {
      const [oldest] = await this.database.rows<{ time: Date }>(OLDEST_TRANSACTION);
      if (oldest!.time >= moment!.time) return moment!.time;
      if (performance.now() > giveUpAt) return oldest!.time;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  private page(accountId: string | null, after: Position): Promise<AuditEntry[]> {
    return accountId === null
      ? this.database.rows(READ_TRAIL, [...after, PAGE])
      : this.database.rows(READ_TRAIL_OF_ACCOUNT, [...after, PAGE, accountId]);
  }

  private async timeOf(since: Since | null): Promise<Date | string> {
    if (since === null) return '-infinity';
    if ('time' in since) return since.time;
    const [ago] = await this.database.rows<{ time: Date }>(SECONDS_AGO, [since.secondsAgo]);
    return ago!.time;
  }
}

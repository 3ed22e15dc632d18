import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { olderTransactionsEnd } from '../platform/database/older-transactions.js';
import { type AuditEntry, AuditLines, type ReadLine } from './audit-lines.js';
import {
  LAST_NUMBER,
  READ_TRAIL,
  READ_TRAIL_OF_ACCOUNT,
  SECONDS_AGO,
} from './audit-trail.statements.js';

/** An entry as PostgreSQL returns it: a `bigint` is a text. */
type AuditRow = Omit<AuditEntry, 'number'> & { readonly number: string };

export type Since = { readonly time: Date } | { readonly secondsAgo: number };

/** The place after which to read, and the time before which entries are left out. */
type Start = readonly [after: number, since: Date | string];

const PAGE = 500;
/** Reads the audit of clients and operators, in the order of its numbers. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /**
   * Yields entries in pages, oldest first. If `accountId` is `null`, reads all accounts. If `since` is `null`, reads
   * from the beginning.
   */
  async *read(accountId: string | null, since: Since | null): AsyncGenerator<AuditEntry[]> {
    yield* this.readAfter(accountId, [0, await this.timeOf(since)]);
  }

  /**
   * Yields the audit as chained lines of JSON (ADR 48), in pages. The lines end with the highest number that was given
   * before, and begin when all entries with lower numbers are committed. So every later export begins with the same
   * lines.
   * @param after last line of an earlier export, to continue from; `null` to begin a new chain
   * @throws Error if a transaction that writes runs for more than 15 s
   */
  async *lines(
    accountId: string | null,
    since: Since | null,
    after: ReadLine | null,
  ): AsyncGenerator<string> {
    const end = await this.settled();
    const lines = new AuditLines(after?.sha256 ?? null);
    const start: Start = [after?.number ?? 0, await this.timeOf(since)];
    for await (const page of this.readAfter(accountId, start)) {
      const settled = page.filter(({ number }) => number <= end);
      yield settled.map((entry) => lines.add(entry)).join('');
      if (settled.length < page.length) return;
    }
  }

  private async *readAfter(
    accountId: string | null,
    [start, since]: Start,
  ): AsyncGenerator<AuditEntry[]> {
    for (let after = start; ;) {
      const page = await this.page(accountId, [after, since]);
      yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.number;
    }
  }

  /** Returns the number up to which no more entries can appear. A transaction draws the number of an entry itself. */
  private async settled(): Promise<number> {
    const [last] = await this.database.rows<{ number: number }>(LAST_NUMBER);
    const writing = (await olderTransactionsEnd(this.database)).filter(
      ({ hasWritten }) => hasWritten,
    );
    if (writing.length === 0) return last!.number;
    const pids = writing.map(({ pid }) => pid).join(', ');
    throw new Error(
      `A transaction runs for more than 15 s (process ${pids} of PostgreSQL): end it, then export again.`,
    );
  }

  private async page(accountId: string | null, start: Start): Promise<AuditEntry[]> {
    const rows = await (accountId === null
      ? this.database.rows<AuditRow>(READ_TRAIL, [...start, PAGE])
      : this.database.rows<AuditRow>(READ_TRAIL_OF_ACCOUNT, [...start, PAGE, accountId]));
    // A cast in the statement would hide the order of the index from the planner.
    return rows.map((row) => Object.assign(row, { number: Number(row.number) }));
  }

  private async timeOf(since: Since | null): Promise<Date | string> {
    if (since === null) return '-infinity';
    if ('time' in since) return since.time;
    const [ago] = await this.database.rows<{ time: Date }>(SECONDS_AGO, [since.secondsAgo]);
    return ago!.time;
  }
}

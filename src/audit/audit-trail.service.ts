import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import { READ_TRAIL, READ_TRAIL_OF_ACCOUNT, SECONDS_AGO } from './audit-trail.statements.js';

/** Something that was done: an accepted write, or a command of an operator (contract 10). */
export interface AuditEntry {
  readonly time: Date;
  readonly id: string;
  readonly accountId: string | null;
  readonly channel: 'http' | 'mcp' | 'desk' | 'operator';
  /** The key that it was done with; `null` for operators. */
  readonly keyId: string | null;
  /** The program that wrote, as it names itself; `null`: it did not say. */
  readonly client: { readonly name: string; readonly version: string } | null;
  /** The login name of the operator; `null` for clients. */
  readonly operator: string | null;
  /** `create`, `update`, `publish`, `send back`, or the name of a command such as `keys revoke`. */
  readonly action: string;
  readonly publicationId: string | null;
  /** The revision that was made or, for a publish, named. */
  readonly version: number | null;
  readonly requestId: string | null;
  /** Who answers for a publish, as the client stated it; else `null`. */
  readonly approvedBy: string | null;
  /** What a command was carried out with, or by whom and why a revision was sent back; `null` for accepted writes. */
  readonly details: object | null;
}

/** Where a reading of the audit begins. */
export type Since = { readonly time: Date } | { readonly secondsAgo: number };

const PAGE = 500;

/** Reads the audit, of clients and operators together, in the order of time. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  /** Oldest first, page by page; `null` is every account, or the beginning. */
  async *read(accountId: string | null, since: Since | null): AsyncGenerator<AuditEntry[]> {
    let after: readonly [time: Date | string, id: string] = [await this.timeOf(since), NO_ID];
    for (;;) {
      const page = await this.page(accountId, after);
      yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = [last.time, last.id];
    }
  }

  private page(
    accountId: string | null,
    after: readonly [time: Date | string, id: string],
  ): Promise<AuditEntry[]> {
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

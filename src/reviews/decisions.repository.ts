import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../platform/database/database.js';
import type { DecidedRow, QueueFilter, WaitingGroup, WaitingRow } from './decision-rows.js';
import { Decision } from './decision.entity.js';
import {
  APPROVE,
  READ_LATELY,
  READ_NEXT,
  READ_QUEUE,
  READ_WAITING_GROUPS,
  SEND_BACK,
} from './decisions.statements.js';

@Injectable()
export class DecisionsRepository {
  constructor(
    @InjectRepository(Decision) private readonly decisions: Repository<Decision>,
    private readonly database: Database,
  ) {}

  /**
   * Sends a revision back. Returns `false` if nothing was done, because the revision is no longer offered for review,
   * or because another write changed the document at the same time.
   */
  async sendBack(
    values: Parameters<typeof SEND_BACK.values>[0],
    timeoutMs: number,
  ): Promise<boolean> {
    const rows = await this.database.accountWrite(values.accountId, timeoutMs, (connection) =>
      connection.rows(SEND_BACK, SEND_BACK.values(values)),
    );
    return rows.length > 0;
  }

  /**
   * Approves a revision. Returns `false` if nothing was done, because no approval is missing or possible any more, or
   * because another write changed the document at the same time.
   */
  async approve(values: Parameters<typeof APPROVE.values>[0], timeoutMs: number): Promise<boolean> {
    const rows = await this.database.accountWrite(values.accountId, timeoutMs, (connection) =>
      connection.rows(APPROVE, APPROVE.values(values)),
    );
    return rows.length > 0;
  }

  /** Reads the decision that sent a revision back; `null` if the revision was not sent back. */
  returnedOf(accountId: string, publicationId: string, version: number): Promise<Decision | null> {
    return this.decisions.findOneBy({ accountId, publicationId, version, outcome: 'returned' });
  }

  /** Reads the revisions of an account that wait for a decision, the longest wait first. */
  queue(
    accountId: string,
    { locale, writer }: QueueFilter,
    limit: number,
    offset: number,
  ): Promise<WaitingRow[]> {
    const values = [accountId, locale, writer, limit, offset];
    return this.database.accountRows(accountId, READ_QUEUE, values);
  }

  /** Reads the revision that comes in the queue after a publication; `undefined` if none does. */
  async next(
    accountId: string,
    { locale, writer }: QueueFilter,
    publicationId: string,
  ): Promise<Pick<WaitingRow, 'id' | 'locale' | 'title'> | undefined> {
    const values = [accountId, locale, writer, publicationId];
    const [row] = await this.database.accountRows<Pick<WaitingRow, 'id' | 'locale' | 'title'>>(
      accountId,
      READ_NEXT,
      values,
    );
    return row;
  }

  /** Reads the locales and writers of the revisions that wait. */
  waitingGroups(accountId: string): Promise<WaitingGroup[]> {
    return this.database.accountRows(accountId, READ_WAITING_GROUPS, [accountId]);
  }

  /** Reads the newest `limit` decisions of an account, newest first. */
  lately(accountId: string, limit: number): Promise<DecidedRow[]> {
    return this.database.accountRows(accountId, READ_LATELY, [accountId, limit]);
  }
}

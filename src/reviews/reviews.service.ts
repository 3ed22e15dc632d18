import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import { LiveActors } from '../keys/live-actors.service.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { unavailable } from '../platform/problems/common-problems.js';
import { newId } from '../platform/ids/ids.js';
import type {
  Approve,
  DecidedRow,
  QueueFilter,
  SendBack,
  WaitingGroup,
  WaitingRow,
} from './decision-rows.js';
import { ApprovalsMissing } from '../writes/writes.errors.js';
import { NOT_WITHDRAWN } from '../writes/write.sql.js';
import {
  APPROVE,
  READ_LATELY,
  READ_NEXT,
  READ_QUEUE,
  READ_SENT_BACK,
  READ_WAITING_GROUPS,
  SEND_BACK,
} from './decisions.statements.js';

const LATELY = 50;
const TIMEOUT_MS = 5_000;
/**
 * Maximum number of tries to send a revision back. A try fails if another write to the publication is accepted at the
 * same time.
 */
const TRIES = 5;

/**
 * Reads waiting revisions and past decisions, and sends revisions back (contract 13). Releases are accepted writes, so
 * their code is in folder `writes`.
 */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly database: Database,
    private readonly live: LiveActors,
  ) {}

  /**
   * Sends a revision back. This uses no unit (contract 3).
   * @throws Problem `unauthorized`, `account_suspended`, `unavailable`
   * @returns `true` also if the same form was already sent before; `false` if the revision is no longer offered for
   * review, or was already sent back by another form or with another note
   */
  async sendBack(actor: Actor, sent: SendBack): Promise<boolean> {
    const { accountId, keyId, session, requestId } = actor;
    const { publicationId, version, idempotencyKey, note } = sent;
    const knownWithdrawal = sent.knownWithdrawal ?? NOT_WITHDRAWN;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const values = {
        id: newId(),
        accountId,
        keyId,
        session,
        requestId,
        ...sent,
        knownWithdrawal,
      };
      const isSent = await this.write(accountId, SEND_BACK, SEND_BACK.values(values));
      if (isSent) return true;
      await this.live.assert(actor);
      type Row = Pick<SendBack, 'idempotencyKey' | 'note'>;
      const asked = [accountId, publicationId, version];
      const [other] = await this.database.accountRows<Row>(accountId, READ_SENT_BACK, asked);
      if (other) return other.idempotencyKey === idempotencyKey && other.note === note;
      await sleep(Math.random() * tries * 10);
    }
    return false;
  }

  /**
   * Releases a revision, or approves it if approvals of others are still missing. Of approvers who decide at the same
   * time, each one does exactly one of the two: the last approval that is needed is the release. An approval uses no
   * unit.
   * @param release publishes the revision
   * @throws Problem those of `release`, `unauthorized`, `account_suspended`, `unavailable`
   * @returns whether the revision was released
   */
  async approve(
    actor: Actor,
    approval: Approve,
    release: () => Promise<unknown>,
  ): Promise<boolean> {
    const { accountId, keyId, session, requestId } = actor;
    const { version: expectedVersion, knownWithdrawal, ...shown } = approval;
    for (let tries = 1; ; tries += 1) {
      try {
        await release();
        return true;
      } catch (error) {
        if (!(error instanceof ApprovalsMissing)) throw error;
        if (tries > TRIES) throw unavailable();
      }
      const values = APPROVE.values({
        id: newId(),
        accountId,
        keyId,
        session,
        requestId,
        expectedVersion,
        knownWithdrawal: knownWithdrawal ?? NOT_WITHDRAWN,
        ...shown,
      });
      if (await this.write(accountId, APPROVE, values)) return false;
      await sleep(Math.random() * tries * 10);
    }
  }

  /** Runs a decision. Returns `false` if nothing was done, for example because of another write at the same time. */
  private async write(
    accountId: string,
    decision: Statement,
    values: readonly unknown[],
  ): Promise<boolean> {
    const rows = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows(decision, values),
    );
    return rows.length > 0;
  }

  /** Reads the revisions of an account that wait for a decision, the longest wait first. */
  waiting(
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
    type Row = Pick<WaitingRow, 'id' | 'locale' | 'title'>;
    const values = [accountId, locale, writer, publicationId];
    const [row] = await this.database.accountRows<Row>(accountId, READ_NEXT, values);
    return row;
  }

  /** Reads the locales and writers of the revisions that wait. */
  waitingGroups(accountId: string): Promise<WaitingGroup[]> {
    return this.database.accountRows(accountId, READ_WAITING_GROUPS, [accountId]);
  }

  /** Reads the last 50 decisions of people in an account, newest first. */
  decidedLately(accountId: string): Promise<DecidedRow[]> {
    return this.database.accountRows(accountId, READ_LATELY, [accountId, LATELY]);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import { newId } from '../platform/ids/ids.js';
import type { Decision } from './decision.entity.js';
import type { DecidedRow, WaitingRow } from './decision-rows.js';
import { DecisionsRepository } from './decisions.repository.js';

/** What a person says who sends a revision back. */
export interface SendBack {
  readonly publicationId: string;
  /** The revision that was shown. */
  readonly version: number;
  /** 1–2,000 characters. */
  readonly note: string;
  /** 1–120 characters. */
  readonly by: string;
  /** Of the form: sent again, it is the same decision. */
  readonly idempotencyKey: string;
}

const LATELY = 50;
const TIMEOUT_MS = 5_000;
/** Each try loses against another write, of which one is accepted at a time. */
const TRIES = 5;

/** What waits for a decision, and what was decided (contract 13). Releasing is an accepted write: see `writes`. */
@Injectable()
export class ReviewsService {
  constructor(private readonly decisions: DecisionsRepository) {}

  /**
   * Sends a revision back: nothing is charged, and nothing else is written (contract 3).
   * @returns the decision, also where the same form was sent before; `null`: the document has moved on
   * @throws Problem `unavailable`
   */
  async sendBack(actor: Actor, { by, note, ...what }: SendBack): Promise<Decision | null> {
    const { accountId, keyId, requestId } = actor;
    const { publicationId, version, idempotencyKey } = what;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const values = { id: newId(), accountId, keyId, requestId, by, note, ...what };
      const isSent = await this.decisions.sendBack(values, TIMEOUT_MS);
      const decision = await this.decisions.returnedOf(accountId, publicationId, version);
      if (decision) return isSent || decision.idempotencyKey === idempotencyKey ? decision : null;
      await sleep(Math.random() * tries * 10);
    }
    return null;
  }

  /** What waits, the longest first. */
  waiting(accountId: string, limit: number, offset: number): Promise<WaitingRow[]> {
    return this.decisions.queue(accountId, limit, offset);
  }

  /** What was decided lately, the newest first. */
  decidedLately(accountId: string): Promise<DecidedRow[]> {
    return this.decisions.lately(accountId, LATELY);
  }
}

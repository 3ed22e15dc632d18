import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NO_ID } from '../platform/ids/ids.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { NewDraftEntry } from './entry.js';
import {
  CLAIM_DRAFTS,
  EXTEND_DRAFTS,
  FORGET_CLAIMS,
  FORGET_DRAFTS,
  GIVE_BACK_DRAFTS,
  PUT_DRAFTS,
  DRAFT_BACKLOG,
  draftColumns,
} from './draft-queue.statements.js';

export interface ClaimedDocument {
  readonly publicationId: string;
  readonly accountId: string;
  /** Number of claims since the document was last indexed, including this one; claims given back do not count. */
  readonly attempts: number;
}

/** A claim that is not extended ends after this time. Other workers can then claim the documents of a killed worker. */
export const LEASE_MS = 10_000;
/**
 * While releases are due, a document is not claimed for this time after its last change, so that releases come first. A
 * draft must still be found within 10 s of its change (contract 4).
 */
const MAX_GIVEN_WAY_MS = 4_000;
/** The shortest time between two indexings of a document. */
const REST_MS = 1_000;
/** The metric counts the queued documents up to this number. */
const MAX_COUNTED = 100_000;

/**
 * The queue of working revisions that are not in the draft index. The queue is a query on `publication`; only claims
 * are stored.
 */
@Injectable()
export class DraftQueue {
  /** Account of the last claimed document. The next claim begins after this account, in the order of ids. */
  private last = NO_ID;
  private oldestFirst = false;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.beforeScrape(async () => {
      const [row] = await database.rows<{ documents: number }>(DRAFT_BACKLOG, [MAX_COUNTED]);
      metrics.draftBacklog.set(row!.documents);
    });
  }

  /**
   * Claims up to `max` unclaimed documents, but no documents of the accounts `busy`. Accounts take turns. One
   * call claims the newest documents of an account first, the next call claims the oldest documents first, and so on.
   */
  async claim(max: number, busy: readonly string[]): Promise<ClaimedDocument[]> {
    const values = [max, LEASE_MS, this.last, busy, this.oldestFirst, MAX_GIVEN_WAY_MS];
    const claimed = await this.database.worker.rows<ClaimedDocument>(CLAIM_DRAFTS, values);
    this.last = claimed.at(-1)?.accountId ?? NO_ID;
    this.oldestFirst = !this.oldestFirst;
    return claimed;
  }

  /** Extends claims to `LEASE_MS` from now. Skips documents that another process has claimed meanwhile. */
  async extend(documents: readonly ClaimedDocument[]): Promise<void> {
    const ids = documents.map(({ publicationId }) => publicationId);
    const attempts = documents.map((document) => document.attempts);
    await this.database.heartbeat.rows(EXTEND_DRAFTS, [ids, attempts, LEASE_MS]);
  }

  /**
   * Puts working revisions into the draft index. Returns `false` for each revision that is superseded or already
   * indexed.
   */
  async put(entries: readonly NewDraftEntry[]): Promise<readonly boolean[]> {
    const values = { ...draftColumns(entries), restMs: REST_MS };
    type Row = { readonly publicationId: string };
    const rows = await this.database.worker.rows<Row>(PUT_DRAFTS, PUT_DRAFTS.values(values));
    const put = new Set(rows.map(({ publicationId }) => publicationId));
    return entries.map(({ publicationId }) => put.has(publicationId));
  }

  /**
   * Puts every document that was indexed before into the queue, so that the document is indexed again. All other
   * documents are in the queue already. Stops early if `signal` aborts. Returns how many documents it queued.
   */
  async indexAllAnew(signal: AbortSignal): Promise<number> {
    let forgotten = 0;
    for (let last: string | null = NO_ID; last !== null && !signal.aborted;) {
      type Row = { forgotten: number; last: string | null };
      const rows: Row[] = await this.database.worker.rows<Row>(FORGET_DRAFTS, [last]);
      forgotten += rows[0]!.forgotten;
      ({ last } = rows[0]!);
    }
    return forgotten;
  }

  /** Ends claims, so that the documents can be claimed again immediately. These claims do not count as attempts. */
  giveBack(documents: readonly ClaimedDocument[]): Promise<void> {
    return this.giveBackFor(documents, 0);
  }

  /**
   * Ends the claim of a document whose revision was superseded or indexed during the claim. The document can be claimed
   * again after `REST_MS`.
   */
  giveBackSuperseded(document: ClaimedDocument): Promise<void> {
    return this.giveBackFor([document], REST_MS);
  }

  /** Deletes claims that ended more than a minute ago. */
  async forgetClaims(): Promise<void> {
    await this.database.worker.rows(FORGET_CLAIMS);
  }

  private async giveBackFor(documents: readonly ClaimedDocument[], restMs: number): Promise<void> {
    const ids = documents.map(({ publicationId }) => publicationId);
    await this.database.worker.rows(GIVE_BACK_DRAFTS, [ids, restMs]);
  }
}

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
  /** Claims since it was last indexed, this one included. */
  readonly attempts: number;
}

/** The time of a claim, unless it is extended: a killed worker delays its documents by no more. */
export const LEASE_MS = 10_000;
/** How long a document waits for releases at most, so that it is found within 10 s beside any number of them. */
const MAX_GIVEN_WAY_MS = 4_000;
/** The shortest time between two indexings of a document. */
const REST_MS = 1_000;
/** The most documents counted for the metric. */
const MAX_COUNTED = 100_000;

/** The working revisions that the draft index lacks: derived from rows. Only the newest revision is indexed. */
@Injectable()
export class DraftQueue {
  /** The account that was served last. */
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

  /** Claims up to `max` free documents, from accounts in turn except `busy` ones. */
  async claim(max: number, busy: readonly string[]): Promise<ClaimedDocument[]> {
    const values = [max, LEASE_MS, this.last, busy, this.oldestFirst, MAX_GIVEN_WAY_MS];
    const claimed = await this.database.worker.rows<ClaimedDocument>(CLAIM_DRAFTS, values);
    this.last = claimed.at(-1)?.accountId ?? NO_ID;
    this.oldestFirst = !this.oldestFirst;
    return claimed;
  }

  /** Extends claims by `LEASE_MS`, except those that another process has taken. */
  async extend(documents: readonly ClaimedDocument[]): Promise<void> {
    const ids = documents.map(({ publicationId }) => publicationId);
    const attempts = documents.map((document) => document.attempts);
    await this.database.heartbeat.rows(EXTEND_DRAFTS, [ids, attempts, LEASE_MS]);
  }

  /** Puts working revisions into the draft index, and says which: not those superseded or already there. */
  async put(entries: readonly NewDraftEntry[]): Promise<readonly boolean[]> {
    const values = { ...draftColumns(entries), restMs: REST_MS };
    type Row = { readonly publicationId: string };
    const rows = await this.database.worker.rows<Row>(PUT_DRAFTS, PUT_DRAFTS.values(values));
    const put = new Set(rows.map(({ publicationId }) => publicationId));
    return entries.map(({ publicationId }) => put.has(publicationId));
  }

  /** Queues the newest revision of each document again, until `signal` aborts. Returns how many there are. */
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

  /** Gives documents back as if they had not been taken. */
  giveBack(documents: readonly ClaimedDocument[]): Promise<void> {
    return this.giveBackFor(documents, 0);
  }

  /** Gives a document back that was written meanwhile: soon enough it is indexed as it is then. */
  giveBackSuperseded(document: ClaimedDocument): Promise<void> {
    return this.giveBackFor([document], REST_MS);
  }

  /** Forgets who has indexed what. */
  async forgetClaims(): Promise<void> {
    await this.database.worker.rows(FORGET_CLAIMS);
  }

  private async giveBackFor(documents: readonly ClaimedDocument[], restMs: number): Promise<void> {
    const ids = documents.map(({ publicationId }) => publicationId);
    await this.database.worker.rows(GIVE_BACK_DRAFTS, [ids, restMs]);
  }
}

import { Injectable } from '@nestjs/common';
import { Database, WorkerDatabase } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { NewWorkingEntry } from './entry.js';
import { slugVector } from './search-words.js';
import { languageOf } from './stemmers.js';
import {
  CLAIM_WORKING,
  DONE_WORKING,
  FORGET_CLAIMS,
  GIVE_BACK_WORKING,
  LACKS_WORKING,
  PUT_WORKING,
  WORKING_BACKLOG,
} from './working-queue.statements.js';

/** A document whose working revision is to be indexed. */
export interface ClaimedDocument {
  readonly publicationId: string;
  /** How often it was taken since it was last indexed, this time included. */
  readonly attempts: number;
}

/** A working revision that the index holds. */
export interface IndexedRevision {
  readonly publicationId: string;
  readonly version: number;
}

/** How long a claim holds: a worker that was killed holds nothing up for longer. */
const LEASE_MS = 10_000;
/** A document is indexed so often at most. */
const REST_MS = 1_000;
/** More are not counted for the metric. */
const MOST_COUNTED = 100_000;

/**
 * The working revisions that the index of accounts lacks: a fact, which no process has to remember. The newest
 * revision alone is indexed.
 */
@Injectable()
export class WorkingQueue {
  constructor(
    private readonly database: WorkerDatabase,
    other: Database,
    metrics: Metrics,
  ) {
    metrics.beforeScrape(async () => {
      const [row] = await other.rows<{ documents: number }>(WORKING_BACKLOG, [MOST_COUNTED]);
      metrics.workingBacklog.set(row!.documents);
    });
  }

  /** Takes up to `max` documents that nobody else has; none while a release is due. */
  claim(max: number): Promise<ClaimedDocument[]> {
    return this.database.rows(CLAIM_WORKING, [max, LEASE_MS]);
  }

  /** Whether a revision is the working one, and not in the index yet. */
  async lacks({ publicationId, version }: IndexedRevision): Promise<boolean> {
    const [row] = await this.database.rows<{ lacks: boolean }>(LACKS_WORKING, [
      publicationId,
      version,
    ]);
    return row!.lacks;
  }

  /** Makes a working revision findable by its account; one that is overtaken changes nothing. */
  async put({ accountId, publicationId, version, ...entry }: NewWorkingEntry): Promise<void> {
    const { locale, slug, words } = entry;
    const language = languageOf(locale);
    const text = [locale, slug, words.body, words.vector, words.length];
    const which = [accountId, publicationId, version, slugVector(slug, language), language];
    await this.database.rows(PUT_WORKING, [...text, ...which]);
  }

  /** Says what the index holds now; a document that has a newer revision stays to be indexed. */
  async done(indexed: readonly IndexedRevision[]): Promise<void> {
    const ids = indexed.map(({ publicationId }) => publicationId);
    const versions = indexed.map(({ version }) => version);
    await this.database.rows(DONE_WORKING, [ids, versions, REST_MS]);
  }

  /** Gives documents back as if they had not been taken. */
  async giveBack(documents: readonly ClaimedDocument[]): Promise<void> {
    const ids = documents.map(({ publicationId }) => publicationId);
    await this.database.rows(GIVE_BACK_WORKING, [ids]);
  }

  /** Forgets who has indexed what. */
  async forgetClaims(): Promise<void> {
    await this.database.rows(FORGET_CLAIMS);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type {
  CommittedPublication,
  RevisionRow,
  StoredAnswer,
} from '../documents/publication-row.js';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Config, deskUrl } from '../platform/config/config.js';
import type { Connection } from '../platform/database/connection.js';
import { connectionLost } from '../platform/database/database-fault.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/ids/ids.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { traced } from '../platform/tracing/tracing.js';
import { type Quota, quotaOf } from '../quota/usage.js';
import { AcceptedWritesRepository } from './accepted-writes.repository.js';
import { outcomeOf } from './refusal.js';
import type { UpdateWrite, Write, Writer } from './write.js';
import { writeTimedOut } from './writes.errors.js';

/** The committed write of this request, or of an earlier request that this request repeats. */
export interface Accepted {
  readonly answer: CommittedPublication;
  /** Content of the committed revision. */
  readonly content: string;
  readonly replayed: boolean;
  readonly quota: Quota;
}

/**
 * Limit for all waits of a write together. A write waits for a thread, the key, a connection and locks (contract 5).
 */
const WRITE_TIMEOUT_MS = 5_000;
const MAX_PAUSE_MS = 20;

/** Accepts writes. One statement stores key and record, makes the change, and takes the unit (ADR 1, contract 5). */
@Injectable()
export class AcceptedWritesService {
  /**
   * Runs requests with the same idempotency key one after another. The requests wait here before they take a
   * connection.
   */
  private readonly sameKey = new Semaphore({
    max: Number.POSITIVE_INFINITY,
    maxPerKey: 1,
    refusal: writeTimedOut,
  });

  constructor(
    private readonly database: Database,
    private readonly repository: AcceptedWritesRepository,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  /**
   * Carries out a write once for its idempotency key, however often the client repeats it. After any Problem other than
   * `unavailable`, nothing is written and no unit is taken; after `unavailable`, the write may still be carried out.
   * @param begun start of the time limit, by `performance.now()`
   * @throws Problem `unauthorized`, `account_suspended`, `idempotency_key_reused`, `daily_limit_exceeded`, `unavailable`, or a Problem
   *   of the write itself
   */
  accept(writer: Writer, write: Write, begun = performance.now()): Promise<Accepted> {
    const { operation } = write;
    const attributes = { 'imprimatur.operation': operation, 'imprimatur.channel': writer.channel };
    return traced('accept write', attributes, () => this.acceptOnce(writer, write, begun));
  }

  private async acceptOnce(writer: Writer, write: Write, begun: number): Promise<Accepted> {
    const deadline = begun + WRITE_TIMEOUT_MS;
    const key = `${writer.accountId} ${write.idempotencyKey}`;
    const accepted = this.sameKey.run(
      () =>
        this.database.accountWrite(writer.accountId, remainingMs(deadline), (connection) =>
          this.carryOut(connection, writer, write, deadline),
        ),
      key,
      remainingMs(deadline),
    );
    return beforeDeadline(deadline, accepted);
  }

  /**
   * Tries until the write is done or refused. If the connection breaks during the first try, the second try finds the
   * record of the write, or makes the write. If the connection breaks during a later try, the error is thrown.
   */
  private async carryOut(
    connection: Connection,
    writer: Writer,
    write: Write,
    deadline: number,
  ): Promise<Accepted> {
    const id = newId();
    for (let tries = 1; ; tries += 1) {
      try {
        const accepted = await this.attempt(connection, id, writer, write, deadline);
        if (accepted) {
          this.metrics.countWrite(accepted.replayed, write.operation, writer.channel);
          return accepted;
        }
      } catch (error) {
        if (!connectionLost(error) || tries > 1) throw error;
      }
      await sleep(Math.random() * Math.min(tries * 5, MAX_PAUSE_MS));
    }
  }

  /**
   * Makes one try. Returns `undefined` if the write must be tried again.
   * @throws Problem if the write is refused, `unavailable` if the deadline has passed
   */
  private async attempt(
    connection: Connection,
    id: string,
    writer: Writer,
    write: Write,
    deadline: number,
  ): Promise<Accepted | undefined> {
    const row = await this.repository.write(connection, id, writer, write, remainingMs(deadline));
    if (row) {
      const content = row.content ?? contentOf(write);
      return { answer: committed(row), content, replayed: false, quota: quotaOf(row) };
    }
    const facts = await this.repository.facts(connection, writer, write);
    const outcome = outcomeOf(facts, writer, write, {
      minSources: this.config.publishMinSources,
      deskUrl: (publicationId) => deskUrl(this.config, publicationId),
    });
    if (outcome.kind === 'refused') throw outcome.problem;
    if (outcome.kind === 'replay') {
      const { record, content } = outcome;
      // A record with the `id` of this request is no replay. An earlier try of this request was committed, but the
      // response of the database was lost.
      const replayed = record.recordId !== id;
      return { answer: committed(record), content, replayed, quota: quotaOf(facts) };
    }
    if (outcome.kind === 'key_in_use') {
      await this.repository.waitForKey(connection, writer, write, remainingMs(deadline));
    }
    return undefined;
  }
}

/** Makes the answer of a write from its stored part, the revision and the decision, which never change. */
const committed = ({
  answer,
  ...row
}: Omit<RevisionRow, 'content'> & {
  readonly id: string;
  readonly answer: StoredAnswer;
}): CommittedPublication => {
  const { id, version, locale, slug, document, intent, changeNote, contentLength } = row;
  const { approvedBy, approvedVia } = row;
  const revision = { version, locale, slug, document, intent, changeNote, contentLength };
  return { ...answer, ...revision, approvedBy, approvedVia, id };
};

/**
 * Returns the content that a request contains. If the request contains no content, the SQL statement of the write
 * returns the content.
 */
const contentOf = (write: Write): string =>
  (write.operation === 'create' ? write.document : (write as UpdateWrite).change).content!;

/**
 * Waits for the result of `work` until the deadline. After the deadline, `work` continues and keeps its connection,
 * because a commit that waits for a standby cannot be cancelled. Such a commit blocks the connection until it ends.
 * @throws Problem `unavailable` at the deadline
 */
async function beforeDeadline<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(writeTimedOut()), deadline - performance.now());
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the milliseconds until the deadline. @throws Problem `unavailable` if the deadline has passed */
function remainingMs(deadline: number): number {
  const milliseconds = deadline - performance.now();
  if (milliseconds <= 0) throw writeTimedOut();
  return milliseconds;
}

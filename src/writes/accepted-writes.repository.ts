import { Injectable } from '@nestjs/common';
import { DatabaseError } from 'pg';
import { revisionParameters } from '../documents/document.js';
import type { RevisionRow, StoredAnswer } from '../documents/publication-row.js';
import { Config } from '../platform/config/config.js';
import { lockTimedOut, isSerializationFailure } from '../platform/database/database-fault.js';
import type { Connection } from '../platform/database/connection.js';
import { clampToInt4 } from '../platform/ids/ids.js';
import { traceparent } from '../platform/tracing/tracing.js';
import type { UsageRow } from '../quota/usage.js';
import { type Facts, READ_FACTS, WAIT_FOR_KEY } from './facts.sql.js';
import { FINGERPRINT_FORMAT, fingerprint } from './fingerprint.js';
import { updatesAnything, type Write, type Writer } from './write.js';
import { NOT_WITHDRAWN, PAID, UNPAID, type WriteParameters } from './write.sql.js';

export interface AcceptedRow extends UsageRow, Omit<RevisionRow, 'content'> {
  readonly id: string;
  readonly answer: StoredAnswer;
  /** Content of the revision; `null` if the request contains the content. */
  readonly content: string | null;
}

/**
 * Maximum wait for one lock. A write waits for at most three locks: of the publication, of the release and of the unit.
 * All three waits together take at most 3 s.
 */
const LOCK_TIMEOUT_MS = 1_000;
/**
 * If a write has at least this much time left, the limit `LOCK_TIMEOUT_MS` for each lock is enough. If it has less time
 * left, the whole statement gets a time limit. This limit costs two more round trips.
 */
const UNBOUNDED_MS = 4_000;

@Injectable()
export class AcceptedWritesRepository {
  constructor(private readonly config: Config) {}

  /**
   * Carries out a write within `leftMs` milliseconds. Returns `undefined` if nothing was written.
   * @param id id of the new record
   */
  async write(
    connection: Connection,
    id: string,
    writer: Writer,
    write: Write,
    leftMs: number,
  ): Promise<AcceptedRow | undefined> {
    if (write.precondition === 'failed') return undefined;
    // Without these checks, the SQL statement would write despite a `deferredProblem`, or make a new revision for an
    // empty change.
    if (write.operation !== 'create' && write.deferredProblem) return undefined;
    if (write.operation === 'update' && !updatesAnything(write)) return undefined;
    const bounded = leftMs < UNBOUNDED_MS;
    const { publishMinSources: minSources, publicBaseUrl } = this.config;
    const operator = writer.channel === 'operator';
    const parameters: WriteParameters = {
      ...this.limits,
      id,
      accountId: writer.accountId,
      keyId: operator ? null : writer.keyId,
      session: operator ? null : writer.session,
      channel: writer.channel,
      client: operator ? null : writer.client,
      operator: operator ? writer.operator : null,
      requestId: writer.requestId,
      idempotencyKey: write.idempotencyKey,
      fingerprint: fingerprint(write, FINGERPRINT_FORMAT),
      fingerprintFormat: FINGERPRINT_FORMAT,
      publicationId: write.publicationId,
      publicBaseUrl,
      lockTimeoutMs: bounded ? Math.ceil(leftMs) : LOCK_TIMEOUT_MS,
    };
    const statement = (operator ? UNPAID : PAID)[write.operation];
    const values = statement.values({ ...parameters, ...ownParameters(write, minSources) });
    try {
      const [row] = bounded
        ? await connection.rowsWithin<AcceptedRow>(leftMs, statement, values)
        : await connection.rows<AcceptedRow>(statement, values);
      return row;
    } catch (error) {
      if (lockTimedOut(error) || isSerializationFailure(error) || rolledBack(error))
        return undefined;
      throw error;
    }
  }

  async facts(connection: Connection, writer: Writer, write: Write): Promise<Facts> {
    const creates = write.operation === 'create';
    const [facts] = await connection.rows<Facts>(
      READ_FACTS,
      READ_FACTS.values({
        ...this.limits,
        accountId: writer.accountId,
        keyId: writer.channel === 'operator' ? null : writer.keyId,
        session: writer.channel === 'operator' ? null : writer.session,
        approvedVia: write.operation === 'publish' ? write.approvedVia : null,
        idempotencyKey: write.idempotencyKey,
        publicationId: write.publicationId,
        expectedVersion: creates ? null : clampToInt4(write.expectedVersion),
        restoreVersion: restoredVersion(write),
        answeredNotes: write.operation === 'update' ? write.answeredNotes : [],
        locale: creates ? write.document.locale : null,
        slug: creates ? write.document.slug : null,
      }),
    );
    return facts!;
  }

  /** Waits until no write in progress uses the idempotency key, or until `timeoutMs` milliseconds have passed. */
  async waitForKey(
    connection: Connection,
    { accountId }: Writer,
    { idempotencyKey }: Write,
    timeoutMs: number,
  ): Promise<void> {
    try {
      const values = { accountId, idempotencyKey, timeoutMs: Math.ceil(timeoutMs) };
      await connection.rows(WAIT_FOR_KEY, WAIT_FOR_KEY.values(values));
    } catch (error) {
      if (!lockTimedOut(error)) throw error;
    }
  }

  private get limits(): Pick<WriteParameters, 'freeLimit' | 'upgradedLimit'> {
    const { planFreeDailyWrites, planUpgradedDailyWrites } = this.config;
    return { freeLimit: planFreeDailyWrites, upgradedLimit: planUpgradedDailyWrites };
  }
}

/** Makes the parameters that only this operation has. `write.sql.ts` lists these parameters. */
function ownParameters(write: Write, minSources: number): Readonly<Record<string, unknown>> {
  if (write.operation === 'create') {
    const { locale, slug } = write.document;
    const pictures = JSON.stringify(write.pictures);
    return { locale, slug, pictures, ...revisionParameters(write.document) };
  }
  const expectedVersion = clampToInt4(write.expectedVersion);
  if (write.operation === 'publish')
    return {
      expectedVersion,
      minSources,
      approvedBy: write.approvedBy,
      approvedVia: write.approvedVia,
      unlessReturned: write.unlessReturned,
      hasPassed: write.checksProblem === null,
      despite: write.despite && JSON.stringify(write.despite),
      knownWithdrawal:
        write.knownWithdrawal === null ? NOT_WITHDRAWN : (write.knownWithdrawal ?? null),
      traceparent: traceparent(),
    };
  const { locale, slug } = write.address;
  const restoreVersion = restoredVersion(write);
  const pictures = write.pictures && JSON.stringify(write.pictures);
  return {
    expectedVersion,
    restoreVersion,
    locale,
    slug,
    pictures,
    answeredNotes: write.answeredNotes,
    ...revisionParameters(write.change),
  };
}

const restoredVersion = (write: Write): number | null =>
  write.operation === 'update' && write.restoreVersion !== null
    ? clampToInt4(write.restoreVersion)
    : null;

/**
 * Whether the statement was rolled back because another write was faster. The other write used the same key, took the
 * last unit, or requested a release of the publication.
 */
const rolledBack = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.table === 'accepted_write' &&
  (error.constraint === 'accepted_write_idempotency_key' || error.column === 'version');

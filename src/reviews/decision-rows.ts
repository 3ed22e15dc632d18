import type { ClientInfo } from '../keys/actor.js';
import type { ApprovedVia } from '../documents/release-facts.js';
import type { Confirmation } from '../writes/write.js';

export interface Approve extends Pick<Confirmation, 'by' | 'unlessReturned' | 'knownWithdrawal'> {
  readonly publicationId: string;
  /** The revision that the form showed to the approver. */
  readonly version: number;
}

export interface SendBack extends Omit<Approve, 'unlessReturned'> {
  /** At most 2,000 characters. */
  readonly note: string;
  /** Idempotency key of the form. A form that is sent twice makes only one decision. */
  readonly idempotencyKey: string;
}

/** Which waiting revisions the queue shows; `null`: all. */
export interface QueueFilter {
  readonly locale: string | null;
  /** Name of the author. */
  readonly writer: string | null;
}

export interface WaitingRow {
  readonly id: string;
  readonly locale: string;
  readonly version: number;
  readonly title: string;
  readonly changeNote: string;
  readonly authorName: string;
  readonly client: ClientInfo | null;
  /** RFC 3339, UTC. */
  readonly since: string;
  readonly publishedVersion: number | null;
  /** Names of the approvers who have approved it so far. */
  readonly approvedBy: readonly string[];
  /** Number of waiting revisions that pass the filter. */
  readonly total: number;
}

export interface WaitingGroup {
  readonly locale: string;
  readonly writer: string;
}

/** A decision that a person confirmed. */
export interface DecidedRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly locale: string;
  readonly outcome: 'released' | 'returned' | 'approved';
  readonly by: string;
  readonly via: ApprovedVia;
  /** Name that the client program states. */
  readonly program: string | null;
  readonly note: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

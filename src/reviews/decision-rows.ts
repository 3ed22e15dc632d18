import type { ClientInfo } from '../keys/actor.js';
import type { ApprovedVia } from '../documents/release-facts.js';

export interface WaitingRow {
  readonly id: string;
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  readonly title: string;
  readonly changeNote: string;
  readonly authorName: string;
  /** Name of the key that wrote the revision; `null` if an operator wrote it. */
  readonly keyName: string | null;
  readonly client: ClientInfo | null;
  /** RFC 3339, UTC. */
  readonly since: string;
  readonly publishedVersion: number | null;
  /** Names of the approvers who have approved it so far. */
  readonly approvedBy: readonly string[];
}

export interface DecidedRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly locale: string;
  readonly outcome: 'released' | 'returned' | 'approved';
  readonly by: string | null;
  readonly via: ApprovedVia | null;
  /** Name that the client program states. */
  readonly program: string | null;
  readonly note: string;
  readonly keyName: string | null;
  /** RFC 3339, UTC. */
  readonly at: string;
}

import type { DocumentFields } from '../publications/document/document.js';
import type { NamedPicture } from '../publications/document/named-picture.js';
import { changesAnything, type RevisionChange } from '../publications/document/revision.js';
import type { Actor } from '../keys/actor.js';
import type { ApprovedVia } from '../releases/release-facts.js';
import type { Problem } from '../platform/problems/problem.js';

/** An operator who writes for an account: without a key, its scopes and its quota (contract 10). */
export interface OperatorWriter {
  readonly channel: 'operator';
  /** The login name of the person at the shell. */
  readonly operator: string;
  readonly accountId: string;
  readonly accountName: string;
  /** One id for all writes of one command. */
  readonly requestId: string;
}

/** The principal or operator that writes. */
export type Writer = Actor | OperatorWriter;

interface AnyWrite {
  /** The publication that is written; for a create, the id that it will have. */
  readonly publicationId: string;
  /** The normalised input without members equal to their default; what retries are compared by. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Checked by `idempotencyKey`. */
  readonly idempotencyKey: string;
  /** `If-Match` names another state of the publication than the current one. */
  readonly preconditionFailed?: boolean;
}

export interface CreateWrite extends AnyWrite {
  readonly operation: 'create';
  readonly document: DocumentFields;
  /** The pictures that its content names. */
  readonly pictures: readonly NamedPicture[];
}

export interface UpdateWrite extends AnyWrite {
  readonly operation: 'update';
  /** Any integer from 1 on; one beyond all versions conflicts like any other. */
  readonly expectedVersion: number;
  /** As the client repeats it; it must not change. */
  readonly address: { readonly locale?: string | undefined; readonly slug?: string | undefined };
  /** The changed fields; empty where the client repeats only the address, and then it can only be refused. */
  readonly change: RevisionChange;
  /** The pictures that the changed content names; `null`: the content stays. */
  readonly pictures: readonly NamedPicture[] | null;
  /** The revision from which everything else is taken; `null`: from the one before. */
  readonly restoreVersion: number | null;
  /** The problem of the edits, reported after the version check; `null`: none. */
  readonly obstacle: Problem | null;
}

/** Whether an update names anything that makes a difference (contract 2). */
export const updatesAnything = ({ change, restoreVersion, obstacle }: UpdateWrite): boolean =>
  changesAnything(change) || restoreVersion !== null || obstacle !== null;

export interface PublishWrite extends AnyWrite {
  readonly operation: 'publish';
  readonly expectedVersion: number;
  /** The person who answers for it, as the client states. */
  readonly approvedBy: string | null;
  /** How that person confirmed it; `null`: no name is given. */
  readonly approvedVia: ApprovedVia | null;
  /** Refuses where the revision was sent back since a person saw it offered for review. */
  readonly unlessReturned: boolean;
}

/** A write that asks to be accepted (contract 5). */
export type Write = CreateWrite | UpdateWrite | PublishWrite;

/** The operations of accepted writes (contract 1). */
export type Operation = Write['operation'];

import type { DocumentFields } from '../publications/document/document.js';
import type { NamedPicture } from '../publications/document/named-picture.js';
import { changesAnything, type RevisionChange } from '../publications/document/revision.js';
import type { Actor } from '../keys/actor.js';
import type { ApprovedVia } from '../releases/release-facts.js';
import type { Problem } from '../platform/problems/problem.js';

/** An operator who writes for an account, without its keys, scopes and quota (contract 10). */
export interface OperatorWriter {
  readonly channel: 'operator';
  /** Login name of the person at the shell. */
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
  /** The normalised input without members that equal their default; retries are compared by it. */
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
  /** From 1; a version beyond the newest conflicts like any other. */
  readonly expectedVersion: number;
  /** Locale and slug as the client repeats them; they must not change. */
  readonly address: { readonly locale?: string | undefined; readonly slug?: string | undefined };
  /** The changed fields; with none of them, no `restoreVersion` and no `obstacle`, the update is refused. */
  readonly change: RevisionChange;
  /** The pictures that the new content names; `null`: the content does not change. */
  readonly pictures: readonly NamedPicture[] | null;
  /** The revision that all other fields are taken from; `null`: the one before. */
  readonly restoreVersion: number | null;
  /** The problem of the edits, reported after the version check; `null`: none. */
  readonly obstacle: Problem | null;
}

/** Whether an update names anything to change (contract 2). */
export const updatesAnything = ({ change, restoreVersion, obstacle }: UpdateWrite): boolean =>
  changesAnything(change) || restoreVersion !== null || obstacle !== null;

export interface PublishWrite extends AnyWrite {
  readonly operation: 'publish';
  readonly expectedVersion: number;
  /** The person who approves the release, as the client states. */
  readonly approvedBy: string | null;
  /** How that person confirmed the release; `null`: no name is given. */
  readonly approvedVia: ApprovedVia | null;
  /** Refuses if the revision was sent back since a person saw it offered for review. */
  readonly unlessReturned: boolean;
}

/** A write that asks to be accepted (contract 5). */
export type Write = CreateWrite | UpdateWrite | PublishWrite;

/** The operations of accepted writes (contract 1). */
export type Operation = Write['operation'];

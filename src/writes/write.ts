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
  /** The same for all writes of one command. */
  readonly requestId: string;
}

/** Who may have a write accepted. */
export type Writer = Actor | OperatorWriter;

/** What every write has, after validation. */
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
  /** Those that its content names. */
  readonly pictures: readonly NamedPicture[];
}

export interface UpdateWrite extends AnyWrite {
  readonly operation: 'update';
  /** Any integer from 1 on; one that no version can reach conflicts like any other. */
  readonly expectedVersion: number;
  /** As far as the client repeats it: it may not change. */
  readonly address: { readonly locale?: string | undefined; readonly slug?: string | undefined };
  /** Nothing that makes a difference where the client names the address alone; then it can only be refused. */
  readonly change: RevisionChange;
  /** Those that the content of the change names; `null`: it brings none. */
  readonly pictures: readonly NamedPicture[] | null;
  /** The revision from which everything else is taken; `null`: from the one before. */
  readonly restoreVersion: number | null;
  /** What speaks against it once its version is right; `null`: nothing is known. */
  readonly obstacle: Problem | null;
}

/** Whether an update names anything that makes a difference (contract 2). */
export const updatesAnything = ({ change, restoreVersion, obstacle }: UpdateWrite): boolean =>
  changesAnything(change) || restoreVersion !== null || obstacle !== null;

export interface PublishWrite extends AnyWrite {
  readonly operation: 'publish';
  /** The revision to publish. */
  readonly expectedVersion: number;
  /** Who answers for it, as the client states it. */
  readonly approvedBy: string | null;
  /** How that person confirmed it; `null`: nobody is named. */
  readonly approvedVia: ApprovedVia | null;
  /** Not where somebody has sent the revision back, as a person who saw it offered for review wants it. */
  readonly unlessReturned: boolean;
}

/** A write that asks to be accepted (contract 5). */
export type Write = CreateWrite | UpdateWrite | PublishWrite;

/** What an accepted write can be (contract 1). */
export type Operation = Write['operation'];

import type { DocumentFields } from '../documents/document.js';
import { changesAnything, type RevisionChange } from '../documents/revision.js';
import type { Actor } from '../keys/actor.js';
import type { ApprovedVia } from '../documents/release-facts.js';
import type { Problem } from '../platform/problems/problem.js';

/** An operator who writes for an account. The keys, scopes and quota of the account do not apply (contract 10). */
export interface OperatorWriter {
  readonly channel: 'operator';
  /** Login name of the person at the shell. */
  readonly operator: string;
  readonly accountId: string;
  readonly accountName: string;
  /** One id for all writes of one command. */
  readonly requestId: string;
}

export type Writer = Actor | OperatorWriter;

/** Whether a writer may see text that is not its own: with the scope `read`, at the desk, or as an operator. */
export const mayRead = (writer: Writer): boolean =>
  writer.channel === 'operator' || writer.channel === 'desk' || writer.scopes.includes('read');

interface AnyWrite {
  /** Id of the publication to write; a create makes a publication with this id. */
  readonly publicationId: string;
  /** The normalised input, without members that equal their default. A retry must have the same payload. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The key that the function `idempotencyKey` has checked. */
  readonly idempotencyKey: string;
  /** Whether `If-Match` contains the tag of the state that was read for it; absent if the client sent no `If-Match`. */
  readonly precondition?: 'met' | 'failed';
}

export interface CreateWrite extends AnyWrite {
  readonly operation: 'create';
  readonly document: DocumentFields;
  /** The pictures that the content names. */
  readonly pictures: readonly NamedPicture[];
}

export interface UpdateWrite extends AnyWrite {
  readonly operation: 'update';
  /** At least 1. A number above the newest version is a conflict, like any other wrong version. */
  readonly expectedVersion: number;
  /** Locale and slug, if the client repeats them. They must be equal to the stored locale and slug. */
  readonly address: { readonly locale?: string | undefined; readonly slug?: string | undefined };
  /** The changed fields. If `updatesAnything` is false, the update is refused. */
  readonly change: RevisionChange;
  /** The pictures that the new content names; `null` if the content does not change. */
  readonly pictures: readonly NamedPicture[] | null;
  /** The revision from which unchanged fields are copied; `null` for the working revision. */
  readonly restoreVersion: number | null;
  /** Ids of notes that the new revision answers; each must be a note of the publication. */
  readonly answeredNotes: readonly string[];
  /** The problem that prevents the edits, reported after the version check; `null` if there is no such problem. */
  readonly deferredProblem: Problem | null;
}

/** Whether an update changes anything (contract 2). Edits with a `deferredProblem` count as a change. */
export const updatesAnything = ({
  change,
  restoreVersion,
  deferredProblem,
}: UpdateWrite): boolean =>
  changesAnything(change) || restoreVersion !== null || deferredProblem !== null;

export interface PublishWrite extends AnyWrite {
  readonly operation: 'publish';
  readonly expectedVersion: number;
  /** The stated name of the person who approves the release; `null` if no name is stated. */
  readonly approvedBy: string | null;
  /** How this person confirmed the release; `null` if no name is stated. */
  readonly approvedVia: ApprovedVia | null;
  /** Whether to refuse the publish if the revision was sent back after a person saw the revision offered for review. */
  readonly unlessReturned: boolean;
  /**
   * The time of the withdrawal that a person knew of when confirming the release, or that `If-Match` names; `null` if the
   * document was not withdrawn then. The publish is refused if this changed. `undefined`: neither a person nor `If-Match`.
   */
  readonly knownWithdrawal: string | null | undefined;
  /**
   * The problem that refuses the release if the checks of the account are `strict`; `null` if the revision has no errors,
   * or if an approver releases it all the same. A revision never changes, so that it is looked at before the write.
   */
  readonly checksProblem: Problem | null;
  /** Codes of the errors despite which an approver releases the revision; `null` if there are none. */
  readonly despite: readonly string[] | null;
  /** The problem that a person did not agree, reported in place of `approval_required`; `null` if no person refused. */
  readonly deferredProblem: Problem | null;
}

/** The person who confirmed a release, at the desk or in a form of the MCP host (contract 7). */
export interface Confirmation {
  readonly by: string;
  readonly via: 'desk' | 'host';
  /** Whether to refuse the publish if the revision was sent back after the person saw it in review (contract 13). */
  readonly unlessReturned: boolean;
  /** The time of the withdrawal of which the person was told; `null` if the document was not withdrawn. */
  readonly knownWithdrawal: string | null;
  /** Whether an approver releases the revision despite its errors (contract 16). */
  readonly isDespite?: boolean;
}

/** The person in a form of the MCP host did not agree. The publish is refused, unless it repeats an accepted one. */
export interface Declined {
  /** The problem that then refuses the publish. */
  readonly declined: Problem;
}

/** A requested write, before it is accepted (contract 5). */
export type Write = CreateWrite | UpdateWrite | PublishWrite;

/** The operations of accepted writes (contract 1). */
export type Operation = Write['operation'];

/** A picture that a revision names (contract 14). */
export interface NamedPicture {
  readonly sha256: string;
  /** Whether every use of the picture in the content has an alternative text. */
  readonly isDescribed: boolean;
}

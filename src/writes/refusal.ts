import { accountSuspended } from '../accounts/accounts.errors.js';
import { unauthorized } from '../keys/access.errors.js';
import type { Problem } from '../platform/problems/problem.js';
import { type Fault, validationFailed } from '../platform/validation/fault.js';
import { dailyLimitExceeded, quotaOf } from '../quota/usage.js';
import { whyNotNamed } from '../releases/release-request.js';
import type { Facts, PublicationFacts, WriteRecord } from './facts.sql.js';
import { fingerprint } from './fingerprint.js';
import {
  type PublishWrite,
  updatesAnything,
  type UpdateWrite,
  type Write,
  type Writer,
} from './write.js';
import {
  alreadyPublished,
  ApprovalsMissing,
  approvalRequired,
  idempotencyKeyReused,
  immutableField,
  pathConflict,
  pictureMissing,
  preconditionFailed,
  publicationNotFound,
  publishInProgress,
  sourcesRequired,
  versionConflict,
} from './writes.errors.js';

/** Settings for the checks of a publish and for the problems that these checks report. */
export interface PublishRules {
  /** Minimum number of source URLs of a revision. */
  readonly minSources: number;
  /** Address of the desk page of a publication; `null` if the desk is off. */
  readonly deskUrl: (id: string) => string | null;
}

export type Outcome =
  | { readonly kind: 'replay'; readonly record: WriteRecord; readonly content: string }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Another write with the same key is in progress. Wait for that write, then try again. */
  | { readonly kind: 'key_in_use' }
  /** Nothing prevents this write any more, because the other write that prevented this write has ended. */
  | { readonly kind: 'try_again' };

/** Finds the reason why a write changed nothing. The checks have the order of contract 5. */
export function outcomeOf(
  facts: Facts,
  writer: Writer,
  write: Write,
  { minSources, deskUrl }: PublishRules,
): Outcome {
  const paid = writer.channel !== 'operator';
  const { record } = facts;
  if (paid && !facts.isAuthenticated) return refused(unauthorized(true));
  if (paid && facts.status === 'suspended') return refused(accountSuspended());
  if (record) {
    const same =
      fingerprint(write, record.fingerprintFormat).toString('hex') === record.fingerprint;
    if (!same) return refused(idempotencyKeyReused());
    const { content } = record;
    if (content !== null) return { kind: 'replay', record, content };
  }
  if (facts.keyInUse) return { kind: 'key_in_use' };
  const problem = refusalOf(facts, write, { minSources, deskUrl });
  if (problem) return refused(problem);
  if (paid && facts.used >= facts.dailyLimit) return refused(dailyLimitExceeded(quotaOf(facts)));
  return { kind: 'try_again' };
}

const refused = (problem: Problem): Outcome => ({ kind: 'refused', problem });

/**
 * Returns the problem that the state of the publication causes for a write; `undefined` if the state causes no problem.
 */
function refusalOf(facts: Facts, write: Write, rules: PublishRules): Problem | undefined {
  const { publication, pathTaken, ownAtPath } = facts;
  if (write.operation === 'create') return pathTaken ? pathConflict(ownAtPath) : undefined;
  if (!publication) return publicationNotFound();
  if (write.operation === 'update') {
    const problem = updateRefusal(publication, write);
    if (problem) return problem;
  }
  if (write.precondition === 'failed') return preconditionFailed();
  if (publication.version !== write.expectedVersion) {
    return versionConflict(write.expectedVersion, publication);
  }
  if (write.operation === 'publish') {
    // Desk and host show their own message for this conflict.
    const isNamed = whyNotNamed(publication, publication.version) !== undefined;
    if (!isNamed && isOutdated(write, publication)) {
      if (write.precondition) return preconditionFailed();
      return versionConflict(write.expectedVersion, publication);
    }
    return publishRefusal(publication, facts, write, rules);
  }
  if (write.deferredProblem) return write.deferredProblem;
  const faults = [...restoreFaults(publication, write), ...noteFaults(publication, write)];
  return faults.length > 0 ? validationFailed(faults) : undefined;
}

function restoreFaults(
  { restorable, restoreErased }: PublicationFacts,
  { restoreVersion }: UpdateWrite,
): Fault[] {
  if (restoreVersion === null || restorable) return [];
  const message = restoreErased
    ? 'must not be a version that was erased'
    : 'must be a version that exists';
  return [{ field: 'restoreVersion', message }];
}

const noteFaults = ({ unknownNotes }: PublicationFacts, { answeredNotes }: UpdateWrite): Fault[] =>
  unknownNotes.map((id) => ({
    field: `answeredNotes[${answeredNotes.indexOf(id)}]`,
    message: 'must be the id of a note on this document; the view `notes` lists the ids',
  }));

/** Whether the revision was sent back, or the document was withdrawn, after the person or client read its state. */
const isOutdated = (
  { unlessReturned, knownWithdrawal }: PublishWrite,
  { returned, withdrawn }: PublicationFacts,
): boolean =>
  (unlessReturned && returned !== null) ||
  (knownWithdrawal !== undefined && knownWithdrawal !== (withdrawn?.at ?? null));

function updateRefusal(publication: PublicationFacts, write: UpdateWrite): Problem | undefined {
  const moved = (['locale', 'slug'] as const).filter(
    (name) => write.address[name] !== undefined && write.address[name] !== publication[name],
  );
  if (moved.length > 0) return immutableField(moved);
  return updatesAnything(write) ? undefined : validationFailed([NOTHING_CHANGES]);
}

function publishRefusal(
  publication: PublicationFacts,
  { releaseRule, approvals, checks }: Pick<Facts, 'releaseRule' | 'approvals' | 'checks'>,
  { checksProblem, deferredProblem }: PublishWrite,
  { minSources, deskUrl }: PublishRules,
): Problem | undefined {
  const { id, version, mayRelease, lacksApprovals, faultyPictures } = publication;
  const reason = whyNotNamed(publication, version);
  if (reason === 'in_flight') return publishInProgress(version);
  if (reason === 'public') return alreadyPublished(version);
  if (faultyPictures) return pictureMissing(faultyPictures);
  const problem = tooFewSources(publication.document.sources, minSources);
  if (problem) return problem;
  if (checks === 'strict' && checksProblem) return checksProblem;
  if (deferredProblem) return deferredProblem;
  if (mayRelease) return undefined;
  if (lacksApprovals) return new ApprovalsMissing();
  return approvalRequired(releaseRule, deskUrl(id), approvals);
}

/** Makes the problem of a publish if its revision has too few sources (contract 5). */
export const tooFewSources = (
  sources: readonly string[],
  minSources: number,
): Problem | undefined =>
  sources.length < minSources ? sourcesRequired(minSources, sources.length) : undefined;

/** The fault of an update that changes nothing (contract 2). */
export const NOTHING_CHANGES = {
  field: 'expectedVersion',
  message: 'must be sent with at least one field that changes; locale and slug do not count',
};

import type { ReleaseRule } from '../accounts/account-facts.js';
import { stateOf } from '../documents/publication-state.js';
import { Problem, type ProblemOccasion } from '../platform/problems/problem.js';
import type { FaultyPicture, OwnAtPath, PublicationFacts } from './facts.sql.js';

/** The key was used for another operation, target or payload (contract 5). */
export const idempotencyKeyReused = (): Problem => new Problem('idempotency_key_reused');

/** The write waited too long: for a thread, a connection, a lock, or another write with the same key (contract 5). */
export const writeTimedOut = (): Problem =>
  new Problem('unavailable', {
    detail:
      'The write waited too long for earlier writes. It is not known yet whether the write was carried out.',
    retryAfter: 2,
  });

/**
 * The id is unknown, malformed or of another account. The answer does not reveal which of these is the case (contract
 * 6).
 */
export const publicationNotFound = (): Problem => new Problem('not_found');

export function versionConflict(expectedVersion: number, current: PublicationFacts): Problem {
  const { version, publishedVersion, changedFields } = current;
  return new Problem('version_conflict', {
    details: {
      expectedVersion,
      currentVersion: version,
      publishedVersion,
      state: stateOf(current),
      changedFields,
      lastChange: {
        at: current.changedAt,
        keyId: current.changedBy,
        channel: current.changedThrough,
        ...(current.correctedBy !== null && { correctedBy: current.correctedBy }),
      },
    },
  });
}

/** `If-Match` does not contain the tag of the current state (contract 4). */
export const preconditionFailed = (): Problem => new Problem('precondition_failed');

/**
 * Another document has this path. If it belongs to the account of the caller, the answer says which one it is. If not,
 * or if it was erased, the answer reveals neither its account, nor whether it is public (contract 5).
 */
export const pathConflict = (own: OwnAtPath | null = null): Problem =>
  new Problem('path_conflict', own === null ? FOREIGN_PATH : ownPath(own));

const FOREIGN_PATH: ProblemOccasion = {
  nextStep: 'Choose another slug: this one stays taken, by a document that you cannot change.',
};

const ownPath = ({ id, version, state }: OwnAtPath): ProblemOccasion => ({
  detail: 'A document of this account exists at this locale and slug already.',
  details: { id, version, state },
  nextStep: {
    http: 'Change this document, if that is what you mean: `PATCH /api/v1/publications/{id}` with `expectedVersion` {version}. Otherwise choose another slug.',
    mcp: 'Change this document, if that is what you mean: update_publication with `id` {id} and `expectedVersion` {version}. Otherwise choose another slug.',
  },
});

export const publishInProgress = (version: number): Problem =>
  new Problem('publish_in_progress', { details: { version } });

export const alreadyPublished = (version: number): Problem =>
  new Problem('already_published', { details: { version } });

export const immutableField = (fields: readonly string[]): Problem =>
  new Problem('immutable_field', { details: { fields } });

/** A document can name thousands of pictures, but no answer of a tool may have over 10,000 tokens (contract 4). */
const MAX_LISTED_PICTURES = 200;

/** The revision names pictures that are missing, or have no alternative text (contract 14). */
export const pictureMissing = (pictures: readonly FaultyPicture[]): Problem =>
  new Problem('picture_missing', { details: { pictures: pictures.slice(0, MAX_LISTED_PICTURES) } });

export const sourcesRequired = (required: number, present: number): Problem =>
  new Problem('sources_required', { details: { required, present } });

/** The checks of the account are `strict`, and whoever publishes has not looked for errors yet (contract 16). */
export class NotLookedAt extends Problem {
  constructor() {
    super('checks_failed');
  }
}

/** The release rule of the account requires another key, or a person (contract 7). */
export const approvalRequired = (
  releaseRule: ReleaseRule,
  deskUrl: string | null,
  approvals = 1,
): Problem =>
  new Problem('approval_required', {
    detail: `${approvals > 1 ? neededPersons(approvals) : NEEDED[releaseRule]} Nothing was released.`,
    details: { releaseRule, deskUrl },
    ...(deskUrl === null && { nextStep: releaseRule === 'other-key' ? OTHER_KEY : NO_DESK }),
  });

/** An approver may approve the revision, but others have to approve it before it is released. */
export class ApprovalsMissing extends Problem {
  constructor() {
    super('approval_required', { detail: 'Other people have to approve this version, too.' });
  }
}

const neededPersons = (approvals: number): string =>
  `In this account, ${approvals} different people have to approve a version at the desk (\`/desk\`).`;

const OTHER_KEY =
  'The desk of this service is off. Let another key with the scope `publish` release this version, or tell the user which release rule the account has.';
const NO_DESK =
  'The desk of this service is off: tell the user which release rule the account has. An operator can change the rule, or turn the desk on.';

const NEEDED: Readonly<Record<ReleaseRule, string>> = {
  'any-key': '',
  'other-key':
    'In this account, a revision has to be released by another key than the key that wrote it.',
  confirmed: 'In this account, a person has to confirm each release.',
  desk: 'In this account, a person has to release each version at the desk.',
};

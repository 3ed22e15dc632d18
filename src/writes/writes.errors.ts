import type { ReleaseRule } from '../accounts/release-rule.js';
import { stateOf } from '../publications/document/publication-state.js';
import { Problem } from '../platform/errors/problem.js';
import type { PublicationFacts } from './facts.sql.js';

/** The key stands for another operation, target or payload already (contract 5). */
export const idempotencyKeyReused = (): Problem =>
  new Problem('idempotency_key_reused', {
    detail:
      'This idempotency key was used for a different write before; this write was not carried out.',
    nextStep: {
      http: 'To repeat the earlier write, send exactly its request. For a new write, send a new Idempotency-Key.',
      mcp: 'To repeat the earlier write, call the same tool with exactly its arguments. For a new write, pass a new idempotencyKey.',
    },
  });

/** The write waited too long for another one with the same key, or for its turn (contract 5). */
export const writeTimedOut = (): Problem =>
  new Problem('unavailable', {
    detail:
      'The write waited too long for others before it. Whether it was carried out is not known yet.',
    nextStep: {
      http: 'Repeat the same request with the same idempotency key in a few seconds.',
      mcp: 'Call the same tool with the same arguments and idempotencyKey in a few seconds.',
    },
    retryAfter: 2,
  });

/** Unknown, malformed or another account's id: one answer for all (contract 6). */
export const publicationNotFound = (): Problem =>
  new Problem('not_found', {
    detail: 'This account has no publication with this id.',
    nextStep: {
      http: 'List the publications of the account with GET /api/v1/publications to find its id.',
      mcp: 'Call list_publications to find the id.',
    },
  });

export function versionConflict(expectedVersion: number, current: PublicationFacts): Problem {
  const { version, publishedVersion, changedFields } = current;
  return new Problem('version_conflict', {
    detail: `The publication is at version ${version}; you sent expectedVersion ${expectedVersion}. Nothing was changed.`,
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
      },
    },
    nextStep: {
      http: `Read the publication again, reconsider the change, then send it with expectedVersion ${version}; nothing was recorded, so the Idempotency-Key may stay the same.`,
      mcp: `Call get_publication, reconsider the change, then call the tool again with expectedVersion ${version}; nothing was recorded, so the idempotencyKey may stay the same.`,
    },
  });
}

/** The same whether the other document is ours, foreign, draft or public (contract 5). */
export const pathConflict = (): Problem =>
  new Problem('path_conflict', {
    detail: 'A document exists at this locale and slug already.',
    nextStep: {
      http: 'List your publications with ?locale= and ?slug= and update the document if it is yours; otherwise choose another slug.',
      mcp: 'Call list_publications with this locale and slug and update the document if it is yours; otherwise choose another slug.',
    },
  });

export const publishInProgress = (version: number): Problem =>
  new Problem('publish_in_progress', {
    detail: `Version ${version} is being published already.`,
    details: { version },
    nextStep: {
      http: 'Read the publication with the header Prefer: wait=30 until its state is no longer publishing.',
      mcp: 'Call get_publication with waitSeconds 30: its note says how the release ended.',
    },
  });

export const alreadyPublished = (version: number): Problem =>
  new Problem('already_published', {
    detail: `Version ${version} is public already.`,
    details: { version },
    nextStep:
      'Nothing is left to do for this version; to publish something else, update the publication first.',
  });

export const immutableField = (fields: readonly string[]): Problem =>
  new Problem('immutable_field', {
    detail: `The ${fields.join(' and ')} of a publication cannot be changed. Nothing was changed.`,
    details: { fields },
    nextStep: `Leave ${fields.join(' and ')} out; for another address create another publication.`,
  });

export const sourcesRequired = (required: number, present: number): Problem =>
  new Problem('sources_required', {
    detail: `This version names ${counted(present)}; ${required} must be there before it may be published.`,
    details: { required, present },
    nextStep: {
      http: `Update the publication with at least ${counted(required)}, then publish the new version.`,
      mcp: `Call update_publication with at least ${counted(required)}, then publish the new version.`,
    },
  });

/** The account's release rule asks for another key or a person (contract 7). */
export const approvalRequired = (releaseRule: ReleaseRule, deskUrl: string | null): Problem =>
  new Problem('approval_required', {
    detail: `${NEEDED[releaseRule]} Nothing was released.`,
    details: { releaseRule, deskUrl },
    nextStep: {
      http: `${ASK} Then read the publication with ?until=decided and the header Prefer: wait=30.`,
      mcp: `${ASK} Then call get_publication with waitSeconds 30 and until decided.`,
    },
  });

const ASK =
  'Offer the revision for review (intent review) and give the person who decides the address in details.deskUrl.';

const NEEDED: Readonly<Record<ReleaseRule, string>> = {
  'any-key': '',
  'other-key': 'For this account, another key than the one that wrote a revision releases it.',
  confirmed: 'For this account, a person confirms each release.',
  desk: 'For this account, a person releases at the desk.',
};

const counted = (urls: number): string => `${urls} source ${urls === 1 ? 'URL' : 'URLs'}`;

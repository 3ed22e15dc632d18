import type { ProblemCode } from '../errors/problem-table.js';

/** What a code means to whoever meets it. The answers themselves say it for their one occasion. */
export interface ProblemExplanation {
  /** When it is answered. */
  readonly meaning: string;
  /** What to do next. */
  readonly nextStep: string;
  /** What `details` of such an answer hold; absent: nothing. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** contract 6, for people: shown at `/docs/errors` and in the OpenAPI document. */
export const PROBLEM_EXPLANATIONS: Readonly<Record<ProblemCode, ProblemExplanation>> = {
  invalid_json: {
    meaning: 'The body is not JSON, or not encoded in UTF-8.',
    nextStep: 'Send one JSON object, encoded in UTF-8.',
  },
  invalid_request: {
    meaning:
      'The body is JSON but not an object, it has more than 32 levels, more than 5,000 members and elements, a name of more than 200 characters or one name twice in an object, or a query parameter breaks a rule. With status 408: the request did not come in time.',
    nextStep: 'Correct what `details.errors` names and send the request again.',
    details: { errors: [{ field: 'limit', message: 'must be an integer from 1 to 100' }] },
  },
  invalid_cursor: {
    meaning:
      'The cursor was not made by this service, or it was made under another sort or other filters.',
    nextStep:
      'Send `nextCursor` of the page before unchanged, with the same sort and filters, or start again without a cursor.',
  },
  idempotency_key_required: {
    meaning: 'A write came without an idempotency key.',
    nextStep:
      'Send the header `Idempotency-Key` with a value of your own, such as a new UUID, and the same value again when you repeat the request.',
  },
  idempotency_key_invalid: {
    meaning: 'The idempotency key is not 1 to 255 visible ASCII characters.',
    nextStep: 'Use 1 to 255 visible ASCII characters without spaces, such as a new UUID.',
  },
  unauthorized: {
    meaning:
      'There is no publisher key in the request, or it is malformed, unknown, revoked or expired. Which of these is not told.',
    nextStep:
      'Send `Authorization: Bearer` with your publisher key. If it is refused, ask the operator for a new one.',
  },
  insufficient_scope: {
    meaning: 'The publisher key is valid, but lacks the scope that the operation needs.',
    nextStep: 'Use a key with the scope that `details.requiredScope` names.',
    details: { requiredScope: 'publish', grantedScopes: ['read', 'write'] },
  },
  account_suspended: {
    meaning: 'The operator has suspended the account of the key. Its public pages stay.',
    nextStep: 'Ask the operator to resume the account.',
  },
  not_found: {
    meaning:
      'This account has no publication with this id, or there is nothing at the address. A malformed id and the id of another account are answered in the same way.',
    nextStep: 'List the publications of the account to find the id.',
  },
  method_not_allowed: {
    meaning: 'The address exists, but not with this method.',
    nextStep: 'Use one of the methods in the header `Allow`.',
    details: { allowed: ['GET', 'HEAD', 'PATCH'] },
  },
  version_conflict: {
    meaning:
      'The publication is not at the version that the request expected. Nothing was changed; `details.changedFields` names what differs between the two revisions, `details.lastChange` when, by which key and where it was changed last.',
    nextStep:
      'Read the publication again, reconsider the change, then send it with the current version. Nothing was recorded: the idempotency key may stay the same.',
    details: {
      expectedVersion: 3,
      currentVersion: 4,
      publishedVersion: 2,
      state: 'draft',
      changedFields: ['content'],
      lastChange: {
        at: '2026-11-22T06:13:30.091Z',
        keyId: '1Zr2tP5Lzi4v',
        channel: 'mcp',
      },
    },
  },
  path_conflict: {
    meaning:
      'A document exists at this locale and slug already: one of this account or of another, draft or public.',
    nextStep:
      'List your publications with `?locale=` and `?slug=` and update the document if it is yours; otherwise choose another slug.',
  },
  publish_in_progress: {
    meaning: 'This revision is being published already.',
    nextStep:
      'Read the publication with the header `Prefer: wait=30` until its state is no longer `publishing`; `publishError` tells whether the release failed.',
    details: { version: 4 },
  },
  already_published: {
    meaning: 'This revision is public already.',
    nextStep: 'Nothing is left to do. To publish something else, update the publication first.',
    details: { version: 4 },
  },
  payload_too_large: {
    meaning: 'The body is larger than 4 MiB.',
    nextStep: 'Send a smaller body, for example by splitting the document in two.',
    details: { maxBytes: 4_194_304 },
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON, in another charset than UTF-8, or compressed.',
    nextStep: 'Send `Content-Type: application/json` without a charset, and no `Content-Encoding`.',
  },
  validation_failed: {
    meaning:
      'Fields of the body break rules. `details.errors` names every fault at once, at most 100; nothing was changed.',
    nextStep:
      'Correct the fields and send the request again. The same idempotency key may be used.',
    details: { errors: [{ field: 'author.kind', message: 'is required' }] },
  },
  edit_failed: {
    meaning:
      'Edits could not be made in the content of `expectedVersion`, so none was. `details.edits` names each with its reason: `not_found`, `ambiguous`, `unknown_section` or `overlap`, the number of occurrences and the lines where they begin.',
    nextStep:
      'Read the lines named, with `view=outline` or `offset` and `length`, correct the edits, and send all of them again. The same idempotency key may be used.',
    details: { edits: [{ index: 0, reason: 'ambiguous', occurrences: 2, lines: [3, 17] }] },
  },
  immutable_field: {
    meaning: 'The update names another locale or slug; both are fixed from creation.',
    nextStep: 'Leave them out. For another address create another publication.',
    details: { fields: ['slug'] },
  },
  sources_required: {
    meaning:
      'This service publishes only revisions with a certain number of source URLs, and this one has fewer.',
    nextStep: 'Update the publication with more sources, then publish the new version.',
    details: { required: 2, present: 0 },
  },
  approval_required: {
    meaning:
      'An operator has set who may release for this account: another key than the one that wrote the revision (`other-key`), a person who confirms it (`confirmed`), or a person at the desk (`desk`).',
    nextStep:
      'Give a person the address in `details.deskUrl`, and read the publication with `until=decided` and the header `Prefer: wait=30` to learn what was decided.',
    details: {
      releaseRule: 'desk',
      deskUrl: 'https://press.example/desk/019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10',
    },
  },
  idempotency_key_reused: {
    meaning:
      'The idempotency key stands for a different write of this account. This one was not carried out.',
    nextStep:
      'To repeat the earlier write, send exactly its request. For a new write, send a new idempotency key.',
  },
  daily_limit_exceeded: {
    meaning:
      'The write would have been accepted, but the accepted writes of this UTC day are used up. It was not carried out; reading still works.',
    nextStep:
      'Wait as long as `Retry-After` says, then send the same request with the same idempotency key. An operator can raise the limit.',
    details: {
      quota: {
        accountId: '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10',
        plan: 'free',
        dailyWriteLimit: 100,
        used: 100,
        remaining: 0,
        resetsAt: '2026-11-22T00:00:00.000Z',
        upgradeRequired: true,
      },
    },
  },
  rate_limited: {
    meaning:
      'Too many requests came with this key, or too many without a valid key from this address, within a minute.',
    nextStep:
      'Wait as long as `Retry-After` says, then repeat the request; a write with the same idempotency key.',
  },
  internal_error: {
    meaning: 'The request failed for a reason that lies with the service. A write may be done.',
    nextStep:
      'Repeat the request with the same idempotency key: whether the write was carried out will then be told. If it fails again, tell the operator the `requestId`.',
  },
  unavailable: {
    meaning:
      'The database cannot be reached, is overloaded, or the service is shutting down. It recovers by itself. A write may be done.',
    nextStep:
      'Wait as long as `Retry-After` says, then repeat the request with the same idempotency key: whether the write was carried out will then be told.',
  },
};

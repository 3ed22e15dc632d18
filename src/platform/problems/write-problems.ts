import type { ProblemKind } from './problem-kind.js';

export const WRITE_PROBLEMS = {
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency key required',
    meaning: 'A write came without an idempotency key.',
    detail: 'Every write needs an idempotency key; this request has none.',
    nextStep: {
      http: 'Send the header `Idempotency-Key` with a value of your own, such as a new UUID, and the same value again when you repeat this request.',
      mcp: 'Pass `idempotencyKey` with a value of your own, such as a new UUID, and the same value again when you repeat this call.',
    },
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Idempotency key invalid',
    meaning: 'The idempotency key is not 1 to 255 visible ASCII characters.',
    detail: 'The idempotency key is not 1 to 255 visible ASCII characters.',
    nextStep: 'Use 1 to 255 visible ASCII characters without spaces, such as a new UUID.',
  },
  version_conflict: {
    status: 409,
    title: 'Version conflict',
    meaning:
      'The current version of the publication is not the one in `expectedVersion`. Nothing was changed. `details.changedFields` names the fields that differ between the two versions; `details.lastChange` says when, by which key and through which interface the publication was changed last.',
    detail:
      'The publication is at version {currentVersion}; you sent expectedVersion {expectedVersion}. Nothing was changed.',
    nextStep: {
      http: 'Read the publication again, reconsider the change, then send it with `expectedVersion` {currentVersion}; nothing was recorded, so the `Idempotency-Key` may stay the same.',
      mcp: 'Call get_publication, reconsider the change, then call the tool again with `expectedVersion` {currentVersion}; nothing was recorded, so the `idempotencyKey` may stay the same.',
    },
    example: {
      details: {
        expectedVersion: 3,
        currentVersion: 4,
        publishedVersion: 2,
        state: 'draft',
        changedFields: ['content'],
        lastChange: { at: '2026-11-22T06:13:30.091Z', keyId: '1Zr2tP5Lzi4v', channel: 'mcp' },
      },
    },
  },
  path_conflict: {
    status: 409,
    title: 'Path conflict',
    meaning:
      'A document exists at this locale and slug already, draft or public. If the document belongs to this account, `details` has its `id`, `version` and `state`; otherwise `details` is empty.',
    detail: 'A document exists at this locale and slug already.',
    nextStep: {
      http: 'List your publications with `?locale=` and `?slug=` and update the document if it is yours; otherwise choose another slug.',
      mcp: 'Call list_publications with this locale and slug and update the document if it is yours; otherwise choose another slug.',
    },
    example: {
      details: { id: '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10', version: 3, state: 'draft' },
    },
  },
  publish_in_progress: {
    status: 409,
    title: 'Publish in progress',
    meaning: 'This revision is being published already.',
    detail: 'Version {version} is being published already.',
    nextStep: {
      http: 'Read the publication with the header `Prefer: wait=30` until its state is no longer `publishing`; `publishError` says whether the release failed.',
      mcp: 'Call get_publication with `waitSeconds` 30: the note in the answer says how the release ended.',
    },
    example: { details: { version: 4 } },
  },
  already_published: {
    status: 409,
    title: 'Already published',
    meaning: 'This revision is public already.',
    detail: 'Version {version} is public already.',
    nextStep:
      'Nothing is left to do for this version; to publish something else, update the publication first.',
    example: { details: { version: 4 } },
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    meaning:
      '`If-Match` is not the current `ETag` of the publication: something in the publication has changed. Nothing was written.',
    detail: 'The publication has changed since you read the ETag in If-Match. Nothing was written.',
    nextStep:
      'Read the publication again, reconsider the change, then send it with the new `ETag` in `If-Match`; nothing was recorded, so the `Idempotency-Key` may stay the same.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    meaning:
      'One or more fields of the body break a rule. `details.errors` lists all faults, at most 100. Nothing was changed.',
    detail: 'Not valid: a field breaks a rule. Nothing was changed.',
    nextStep: {
      http: 'Correct the fields named in `details.errors` and send the request again; the same `Idempotency-Key` may be used.',
      mcp: 'Correct the arguments named in `details.errors` and call the tool again; the same `idempotencyKey` may be used.',
    },
    example: {
      detail: 'Not valid: author.kind is required. Nothing was changed.',
      details: { errors: [{ field: 'author.kind', message: 'is required' }] },
    },
  },
  edit_failed: {
    status: 422,
    title: 'Edit failed',
    meaning:
      'Some edits could not be made in the content of `expectedVersion`, so no edit was made. For each failed edit, `details.edits` gives the reason (`not_found`, `ambiguous`, `unknown_section` or `overlap`), the number of occurrences of its text, and their lines. For `ambiguous`, it also gives the `sections` of the occurrences; for `unknown_section`, it gives the id of the `likeliest` section.',
    detail: 'The edits listed in details.edits could not be made; nothing was changed.',
    nextStep:
      'Make `find` of an ambiguous edit longer, name its `section`, or send `all`: true. Correct the other edits as their reasons say, then send all edits again.',
    example: {
      details: {
        edits: [
          {
            index: 0,
            reason: 'ambiguous',
            occurrences: 2,
            lines: [3, 17],
            sections: ['s-fuel', 's-margins'],
          },
        ],
      },
    },
  },
  immutable_field: {
    status: 422,
    title: 'Immutable field',
    meaning:
      'The update contains another locale or slug than the publication has. Neither can be changed after the publication has been created.',
    detail: 'Locale and slug of a publication cannot be changed. Nothing was changed.',
    nextStep: 'Leave out: {fields}. For another address, create another publication.',
    example: { details: { fields: ['slug'] } },
  },
  picture_missing: {
    status: 422,
    title: 'Picture missing',
    meaning:
      'The revision contains pictures that the account has not uploaded (`missing`), or that have no alternative text (`no_alternative_text`). `details.pictures` lists them, at most 200. Nothing was released.',
    detail:
      'The revision contains pictures that are not uploaded, or that have no alternative text; details.pictures lists them, at most 200. Nothing was released.',
    nextStep: {
      http: 'Upload each missing picture with `PUT /api/v1/pictures/` followed by the SHA-256 of the picture. Add missing alternative texts, as in `![what it shows](picture:…)`, with an update. Then publish again.',
      mcp: 'Upload each missing picture to its `uploadUrl`: see `missingPictures` in the answer to the last create_publication or update_publication. These addresses are valid for an hour; call update_publication to get new ones. Add missing alternative texts, as in `![what it shows](picture:…)`, with update_publication. Then call publish_publication again.',
    },
    example: {
      details: {
        pictures: [
          {
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            reason: 'missing',
          },
        ],
      },
    },
  },
  picture_invalid: {
    status: 422,
    title: 'Picture invalid',
    meaning:
      'The file is not a picture that the service accepts. `details.reason` says why: `hash_mismatch` (the address names another SHA-256); `unsupported_type` (neither PNG, JPEG, WebP, AVIF nor GIF, or an animated PNG); `damaged`; `too_many_pixels` (more than 50 million); `too_expensive` (decoding it takes more than 256 MiB of memory or 10 s of processor time, for example an AVIF of more than about 12 million pixels).',
    detail: 'The file is not a picture that the service accepts ({reason}). Nothing was stored.',
    nextStep:
      'Send a whole PNG, JPEG, WebP, AVIF or GIF of at most 50 million pixels. The address must contain the hexadecimal SHA-256 of exactly the bytes that you send.',
    example: { details: { reason: 'hash_mismatch' } },
  },
  checks_failed: {
    status: 422,
    title: 'Checks failed',
    meaning:
      'The operator has set strict checks for the account, and the version did not pass: either the checks found errors, such as a placeholder, or the version could not be checked. `details.warnings` lists each error and what to do about it; the list is `null` if there was no check. Nothing was released.',
    detail:
      'The checks found errors in this version; details.warnings lists them. Nothing was released.',
    nextStep: {
      http: 'For each warning in `details.warnings`, make the edit that its `nextStep` names. Then publish the new version.',
      mcp: 'For each warning in `details.warnings`, make the edit that its `nextStep` names, with update_publication. Then publish the new version.',
    },
    example: {
      details: {
        warnings: [
          {
            code: 'placeholder',
            section: 's-fuel',
            excerpt: '[Your Name]',
            nextStep: 'Replace the placeholder by the intended text, or remove it.',
          },
        ],
      },
    },
  },
  sources_required: {
    status: 422,
    title: 'Sources required',
    meaning:
      'This service publishes only revisions with a minimum number of source URLs, and this revision has fewer.',
    detail:
      'This version has {present} source URLs; to be published, it needs at least {required}.',
    nextStep: {
      http: 'Update the publication so that its list of sources has at least {required} URLs in total, then publish the new version.',
      mcp: 'Call update_publication with a list of sources that has at least {required} URLs in total, then publish the new version.',
    },
    example: { details: { required: 2, present: 0 } },
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning:
      'The idempotency key was already used for a different write of this account. The new write was not carried out.',
    detail:
      'This idempotency key was used for a different write before; this write was not carried out.',
    nextStep: {
      http: 'To repeat the earlier write, send exactly the same request as before. For a new write, send a new `Idempotency-Key`.',
      mcp: 'To repeat the earlier write, call its tool with exactly the same arguments as before. For a new write, pass a new `idempotencyKey`.',
    },
  },
  approval_required: {
    status: 422,
    title: 'Approval required',
    meaning:
      'The release rule of this account, which an operator has set, does not allow this release. The rule asks for another key than the one that wrote the revision (`other-key`), for a person who confirms the release (`confirmed`), or for a person who releases the revision at the desk (`desk`).',
    detail:
      'The release rule of this account requires a release by a person, or by a key other than the one that wrote this version. Nothing was released.',
    nextStep: {
      http: 'If the revision is not in `review` yet, offer it for review (`intent`: `review`). Give the address in `details.deskUrl` to the person who decides about the release. Then read the publication with `?until=decided` and the header `Prefer: wait=30`.',
      mcp: 'If the revision is not in `review` yet, offer it for review (`intent`: `review`). Give the address in `details.deskUrl` to the person who decides about the release. Then call get_publication with `waitSeconds` 30 and `until` `decided`.',
    },
    example: {
      details: {
        releaseRule: 'desk',
        deskUrl: 'https://press.example/desk/019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10',
      },
    },
  },
  daily_limit_exceeded: {
    status: 429,
    title: 'Daily limit exceeded',
    meaning:
      'The account has used up the accepted writes of this UTC day. The write was valid, but was not carried out; reading still works.',
    detail:
      'The daily limit of {quota.dailyWriteLimit} accepted writes is used up; this write was not carried out.',
    nextStep: {
      http: 'Wait until {quota.resetsAt}, then send the same request with the same idempotency key; reading still works. An operator can raise the limit.',
      mcp: 'Do not retry before {quota.resetsAt}. Tell the user, who may ask the operator to raise the limit. After that time, call the same tool with the same arguments and `idempotencyKey`. Reading still works.',
    },
    example: {
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
  },
} satisfies Readonly<Record<string, ProblemKind>>;

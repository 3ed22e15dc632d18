import type { EditFault } from '../documents/edits.js';
import { Problem } from '../platform/problems/problem.js';
import { invalidRequest, validationFailed } from '../platform/validation/fault.js';

/** The service did not make this cursor, or made it for another account, sort or filter (contract 4). */
export const invalidCursor = (): Problem => new Problem('invalid_cursor');

/** At least one edit could not be made in the content of `expectedVersion`, so none was made (contract 2). */
export function editFailed(edits: readonly EditFault[]): Problem {
  const reasons = new Set(edits.map(({ reason }) => reason));
  const steps = (at: 'http' | 'mcp'): string =>
    REASONS.filter((reason) => reasons.has(reason))
      .map((reason) => STEPS[reason][at])
      .join(' ');
  return new Problem('edit_failed', {
    details: { edits },
    nextStep: {
      http: `${steps('http')} Then send all edits again; the same \`Idempotency-Key\` may be used.`,
      mcp: `${steps('mcp')} Then call the tool again with all edits; the same \`idempotencyKey\` may be used.`,
    },
  });
}

const REASONS = ['ambiguous', 'not_found', 'unknown_section', 'overlap'] as const;

const sameAt = (http: string, mcp = http) => ({ http, mcp });

/** What to do about each reason (contract 6). */
const STEPS: Readonly<Record<EditFault['reason'], Readonly<Record<'http' | 'mcp', string>>>> = {
  ambiguous: sameAt(
    'For `ambiguous`, make `find` longer, name its `section` (`sections` has the ids), or send `all`: true.',
  ),
  not_found: sameAt(
    'For `not_found`, copy `find` exactly from the content; `lines` has the number of the most similar line. To see that place, read with `?find=` and a few words of it.',
    'For `not_found`, copy `find` exactly from the content; `lines` has the number of the most similar line. To see that place, call get_publication with `find` and a few words of it.',
  ),
  unknown_section: sameAt(
    'For `unknown_section`, see `likeliest`, the id that is most similar; `?view=outline` lists all ids.',
    'For `unknown_section`, see `likeliest`, the id that is most similar; get_publication with view outline lists all ids.',
  ),
  overlap: sameAt('For `overlap`, combine the edits that change the same text into one edit.'),
};

/** `content` breaks its rule (contract 2). @param fault such as `must not be blank` */
export const contentFaulty = (fault: string): Problem =>
  validationFailed([{ field: 'content', message: fault }]);

/** The content that the edits make breaks the rule of `content` (contract 2). @param fault such as `must not be blank` */
export const editsMakeFaulty = (fault: string): Problem => {
  const message = `must leave valid content: content ${fault}`;
  return validationFailed([{ field: 'edits', message }]);
};

/** The account's publication has no revision with this number (contract 4). */
export const revisionNotFound = (): Problem =>
  new Problem('not_found', {
    detail:
      'This publication has no revision with this number; its revisions are numbered from 1 to its version.',
    nextStep: {
      http: 'Read its revisions with GET /api/v1/publications/{id}?view=history.',
      mcp: 'Call get_publication with view history to see its revisions.',
    },
  });

/** The revision was erased, and can be neither compared nor previewed (contract 15). */
export const revisionErased = (version: number): Problem =>
  new Problem('not_found', {
    detail: `Version ${version} was erased: it cannot be compared or previewed.`,
    nextStep: {
      http: 'Read when and why with GET /api/v1/publications/{id}?view=history; name another version.',
      mcp: 'Name another version. With view history, get_publication says when and why this one was erased.',
    },
  });

/** The revision has no section with this id. @param likeliest the most similar id, `null` if there are no sections */
export const unknownSection = (likeliest: string | null): Problem =>
  invalidRequest([
    {
      field: 'section',
      message:
        likeliest === null
          ? 'is not a section of this revision, which has no sections'
          : `is not a section of this revision; the most similar id is ${likeliest}, and view outline lists all`,
    },
  ]);

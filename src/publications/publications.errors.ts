import type { EditFault } from './document/edits.js';
import { Problem } from '../platform/problems/problem.js';
import { invalidRequest, validationFailed } from '../platform/validation/validation.errors.js';

/** The service did not make this cursor, or made it for another account, sort or filter (contract 4). */
export const invalidCursor = (): Problem => new Problem('invalid_cursor');

/** At least one edit could not be made in the content of `expectedVersion`, so none was made (contract 2). */
export const editFailed = (edits: readonly EditFault[]): Problem =>
  new Problem('edit_failed', { details: { edits } });

/** `content` breaks its rule (contract 2). @param fault such as `must not be blank` */
export const contentFaulty = (fault: string): Problem =>
  validationFailed([{ field: 'content', message: fault }]);

/** The content that the edits make breaks the rule of `content` (contract 2). @param fault such as `must not be blank` */
export const editsMakeFaulty = (fault: string): Problem => {
  const message = `must make a content that obeys its rules: content ${fault}`;
  return validationFailed([{ field: 'edits', message }]);
};

/** The account's publication has no revision with this number (contract 4). */
export const revisionNotFound = (): Problem =>
  new Problem('not_found', {
    detail:
      'This publication has no revision of this number; its revisions go from 1 to its version.',
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
      mcp: 'Call get_publication with view history to learn when and why; name another version.',
    },
  });

/** The revision has no section with this id (contract 4). */
export const unknownSection = (): Problem =>
  invalidRequest([
    { field: 'section', message: 'is no section of this revision; view outline lists them' },
  ]);

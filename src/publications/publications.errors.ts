import type { EditFault } from './document/edits.js';
import { Problem } from '../platform/errors/problem.js';
import { invalidRequest } from '../platform/validation/validation.errors.js';

/** Not ours, or made under another sort or filter (contract 4). */
export const invalidCursor = (): Problem =>
  new Problem('invalid_cursor', {
    detail: 'The cursor is not one of this list with this sort and these filters.',
    nextStep:
      'Send nextCursor of the page before unchanged, with the same sort and filters, or start again without cursor.',
  });

/** Edits could not be made in the content that they were written for; none was (contract 2). */
export const editFailed = (edits: readonly EditFault[]): Problem =>
  new Problem('edit_failed', {
    detail: `${edits.length} of the edits could not be made; nothing was changed.`,
    details: { edits },
    nextStep: {
      http: 'Read the lines that details.edits names, or the outline for a section that is unknown, correct these edits and send all of them again; the same Idempotency-Key may be used.',
      mcp: 'Read the lines that details.edits names, or the outline for a section that is unknown, with get_publication, correct these edits and call the tool again with all of them; the same idempotencyKey may be used.',
    },
  });

/** A publication of ours has no revision of this number (contract 4). */
export const revisionNotFound = (): Problem =>
  new Problem('not_found', {
    detail:
      'This publication has no revision of this number; its revisions go from 1 to its version.',
    nextStep: {
      http: 'Read its revisions with GET /api/v1/publications/{id}?view=history.',
      mcp: 'Call get_publication with view history to see its revisions.',
    },
  });

/** The revision has no section with this id (contract 4). */
export const unknownSection = (): Problem =>
  invalidRequest([
    { field: 'section', message: 'is no section of this revision; view outline lists them' },
  ]);

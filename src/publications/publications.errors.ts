import { Problem } from '../platform/errors/problem.js';

/** Not ours, or made under another sort or filter (CONTRACT 4). */
export const invalidCursor = (): Problem =>
  new Problem('invalid_cursor', {
    detail: 'The cursor is not one of this list with this sort and these filters.',
    nextStep:
      'Send nextCursor of the page before unchanged, with the same sort and filters, or start again without cursor.',
  });

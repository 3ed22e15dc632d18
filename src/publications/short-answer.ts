import type { WriteOutcome } from './publications.service.js';

type Members = object;

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Selects members of an object: all in the list `always`, then those in the list `ifAny` that are not empty. */
export const chosen = (
  members: Members,
  always: readonly string[],
  ifAny: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    [...always, ...ifAny]
      .filter((name) => name in members)
      .map((name) => [name, (members as Record<string, unknown>)[name]] as const)
      .filter(([name, value]) => always.includes(name) || !isEmpty(value)),
  );

/** Members of the short answer to a write, in this order (contract 4, 8). */
const ALWAYS =
  'id version publishedVersion state indexStatus url contentLength changedFields'.split(' ');
const IF_ANY = ['returned', 'withdrawn', 'publishError', 'missingPictures'];

/** Makes the short answer to a write, which has no field of the document (contract 4, 8). */
export const shortAnswer = ({
  publication,
  changedFields,
}: Pick<WriteOutcome, 'publication' | 'changedFields'>): Record<string, unknown> =>
  chosen(Object.assign({}, publication, { changedFields }), ALWAYS, IF_ANY);

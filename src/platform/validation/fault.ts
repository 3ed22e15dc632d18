import { Problem } from '../problems/problem.js';
import { firstCharacters } from './rule.js';

/** One fault of an input (contract 6): `field` is a path such as `author.kind` or `sources[2]`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** Maximum number of faults that a problem lists (contract 6). */
export const MAX_FAULTS = 100;
const MAX_NAME_LENGTH = 100;

/** Whether `path` is `field` itself, or the path of a member or item inside it. */
export const isWithin = (path: string, field: string): boolean =>
  path.startsWith(field) && (path === field || '.['.includes(path[field.length]!));

/** Number of faults that a sentence names. */
const MAX_NAMED = 3;
/** Control, format and other invisible characters, which names of unknown members can contain. */
const INVISIBLE = /[\p{C}\p{Z}{}]/gu;

/** Names the first faults, and says how many more there are, for the sentence that tells what happened (contract 6). */
export function inWords(faults: readonly Fault[]): string {
  const named = presentable(faults.slice(0, MAX_NAMED)).map(
    ({ field, message }) => `${field.replaceAll(INVISIBLE, '\uFFFD')} ${message}`,
  );
  const more = faults.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Cuts the list to 100 faults, and each field name to 100 characters, because callers choose the names. */
export function presentable(faults: readonly Fault[]): Fault[] {
  return faults.slice(0, MAX_FAULTS).map(({ field, message }) => ({
    field: firstCharacters(field, MAX_NAME_LENGTH).toWellFormed(),
    message,
  }));
}

/** Members of a body, or arguments of a tool, break rules. The problem lists at most 100 faults (contract 6). */
export const validationFailed = (faults: readonly Fault[]): Problem =>
  new Problem('validation_failed', {
    detail: `Not valid: ${inWords(faults)}. Nothing was changed.`,
    details: { errors: presentable(faults) },
  });

/** Query parameters break rules. The problem lists at most 100 faults (contract 6). */
export const invalidRequest = (faults: readonly Fault[]): Problem =>
  new Problem('invalid_request', {
    detail: `Not valid: ${inWords(faults)}.`,
    details: { errors: presentable(faults) },
  });

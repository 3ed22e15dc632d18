/** One thing wrong with an input (contract 6): `field` is a path such as `author.kind` or `sources[2]`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** The most faults that a problem lists (contract 6). */
export const MAX_FAULTS = 100;
const MAX_NAME_LENGTH = 100;

/** Whether a path leads to a field or to something within it. */
export const isWithin = (path: string, field: string): boolean =>
  path.startsWith(field) && (path === field || '.['.includes(path[field.length]!));

/** Names come from the caller: they are cut to 100 characters, and the list to 100 faults. */
export function presentable(faults: readonly Fault[]): Fault[] {
  return faults.slice(0, MAX_FAULTS).map(({ field, message }) => ({
    field: Array.from(field.slice(0, 2 * MAX_NAME_LENGTH))
      .slice(0, MAX_NAME_LENGTH)
      .join('')
      .toWellFormed(),
    message,
  }));
}

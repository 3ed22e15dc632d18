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

/** Cuts the list to 100 faults, and each field name to 100 characters, because callers choose the names. */
export function presentable(faults: readonly Fault[]): Fault[] {
  return faults.slice(0, MAX_FAULTS).map(({ field, message }) => ({
    field: Array.from(field.slice(0, 2 * MAX_NAME_LENGTH))
      .slice(0, MAX_NAME_LENGTH)
      .join('')
      .toWellFormed(),
    message,
  }));
}

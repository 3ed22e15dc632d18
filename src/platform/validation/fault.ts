/** One thing wrong with an input (CONTRACT 6): `field` is a path such as `author.kind` or `sources[2]`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

const MOST_FAULTS = 100;
const MOST_NAME = 100;

/** Names come from the caller: they are cut to 100 characters, and the list to 100 faults. */
export function presentable(faults: readonly Fault[]): Fault[] {
  return faults.slice(0, MOST_FAULTS).map(({ field, message }) => ({
    field: Array.from(field.slice(0, 2 * MOST_NAME))
      .slice(0, MOST_NAME)
      .join('')
      .toWellFormed(),
    message,
  }));
}

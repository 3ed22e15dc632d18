/** How one environment variable becomes a value: what is allowed, in words and in code. */
export interface Variable<T> {
  readonly name: string;
  /** Finishes the sentence "PORT must be …". */
  readonly rule: string;
  /** Its value may hold a password: shown masked. */
  readonly secret?: boolean;
  /** Returns `undefined` for a text that breaks the rule. */
  parse(text: string): T | undefined;
}

/** A whole number within bounds. */
export const integer = (name: string, least: number, most: number): Variable<number> => ({
  name,
  rule: `a whole number from ${least} to ${most}`,
  parse: (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  },
});

/** One of a few words. */
export const oneOf = <const T extends string>(name: string, words: readonly T[]): Variable<T> => ({
  name,
  rule: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text),
});

/** Any text that a check lets through. */
export const text = (
  name: string,
  rule: string,
  check: (value: string) => boolean,
): Variable<string> => ({ name, rule, parse: (value) => (check(value) ? value : undefined) });

/** Texts separated by commas, one at least, each of which `parse` makes a value; empty parts are left out. */
export const list = (
  name: string,
  rule: string,
  parse: (part: string) => string | undefined,
): Variable<readonly string[]> => ({
  name,
  rule: `${rule}, separated by commas`,
  parse: (value) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse);
    return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : undefined;
  },
});

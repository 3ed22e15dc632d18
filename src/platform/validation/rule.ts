/**
 * What is wrong with a value, as the end of a sentence that begins with the field's name, or
 * `undefined` where nothing is.
 */
export type Rule = (value: unknown) => string | undefined;

/** CONTRACT 2: unpaired surrogates, U+FFFE/FFFF, and controls but tab, LF and CR. */
const UNFIT_TEXT = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/u;
/** CONTRACT 2: what one-line fields refuse besides: line ends, tabs and bidirectional overrides. */
const UNFIT_LINE = /[\t\n\r\u2028\u2029\u202D\u202E]/;

/** Characters of a text: Unicode code points (CONTRACT 2). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Bounds of a text in code points, and whether it is confined to one line. */
export interface TextBounds {
  readonly least: number;
  readonly most: number;
  readonly oneLine?: boolean;
}

/** A text within bounds, of characters that can be stored and shown everywhere. */
export function textRule({ least, most, oneLine = false }: TextBounds): Rule {
  const limits = `must be ${least} to ${most} characters`;
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    // One code unit is half a code point at most: no need to count what is far too long.
    if (value.length > 2 * most) return limits;
    const count = codePoints(value);
    if (count < least || count > most) return limits;
    if (UNFIT_TEXT.test(value)) return 'must not contain control characters or unpaired surrogates';
    if (oneLine && UNFIT_LINE.test(value)) {
      return 'must be one line, without line breaks, tabs or bidirectional overrides';
    }
    return undefined;
  };
}

/** A whole number within bounds. */
export const integerRule =
  (least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (value) => {
    const whole = typeof value === 'number' && Number.isInteger(value);
    if (whole && value >= least && value <= most) return undefined;
    return most === Number.POSITIVE_INFINITY
      ? `must be an integer of at least ${least}`
      : `must be an integer from ${least} to ${most}`;
  };

/** One of a few words. */
export const wordRule =
  (words: readonly string[]): Rule =>
  (value) =>
    words.includes(value as string) ? undefined : `must be one of: ${words.join(', ')}`;

/** A list of at most so many items; the items have rules of their own. */
export const listRule =
  (most: number): Rule =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    return value.length > most ? `must have at most ${most} items` : undefined;
  };

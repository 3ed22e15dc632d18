/**
 * Returns the fault of a value, in words that follow the field's name in a sentence. Returns `undefined` if there is no
 * fault.
 */
export type Rule = (value: unknown) => string | undefined;

/**
 * Matches U+FFFE, U+FFFF, and control characters other than tab, LF and CR (contract 2). If this expression also
 * matched unpaired surrogates, a search with it would take 3 times as long.
 */
const UNFIT_TEXT = /[^\t\n\r\x20-\x7E\xA0-\uFFFD]/;
const ALL_UNFIT_TEXT = new RegExp(UNFIT_TEXT, 'g');

/** Removes characters that content must not contain (contract 2). The result is also valid text in XML 1.0. */
export const fitText = (text: string): string => text.replace(ALL_UNFIT_TEXT, '');

/**
 * Matches further characters that one-line fields refuse (contract 2). Bidirectional control characters are refused
 * because they can change the order of the text that follows the field.
 */
const UNFIT_LINE = /[\t\n\r\u2028\u2029\u202A-\u202E\u2066-\u2069]/;

/** Maximum length of a text that is composed, in UTF-16 units. A tag is shorter, even if all its letters are decomposed. */
const MAX_COMPOSED = 400;

/**
 * Composes letters with their marks (Unicode NFC), so that equal texts have equal characters. A longer text than a tag
 * can be stays the same, because composing takes quadratic time.
 */
export const composed = (text: string): string =>
  text.length <= MAX_COMPOSED ? text.normalize('NFC') : text;

/**
 * Matches a character that readers can see. White space, format characters, characters that every font may show as
 * nothing (Default_Ignorable_Code_Point, which includes the Hangul fillers), and blank symbols are invisible.
 */
const VISIBLE =
  /[^\s\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\u{16FE4}\u{1D159}]/u;

/** Whether readers can see or hear any character of a text (contract 2). */
export const hasVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether the two code units at an index are one character. */
export const isPairAt = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Returns the length of a text in Unicode code points (contract 2). */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += isPairAt(text, at) ? 2 : 1) count += 1;
  return count;
}

/** Returns the index in code units that is `characters` code points after `from`, but at most the end of the text. */
export function advance(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left -= 1)
    at += isPairAt(text, at) ? 2 : 1;
  return Math.min(at, text.length);
}

/** Returns the first `count` characters (code points) of a text. */
export const firstCharacters = (text: string, count: number): string =>
  text.slice(0, advance(text, 0, count));

/** Returns the last `count` characters (code points) of a text. */
export const lastCharacters = (text: string, count: number): string =>
  // The slice can cut a surrogate pair at its beginning. The remaining half is never among the last `count` characters.
  Array.from(text.slice(-2 * count))
    .slice(-count)
    .join('');

/** Bounds of a text in code points, and further conditions. */
export interface TextBounds {
  readonly min: number;
  readonly max: number;
  /** Whether the text must be one line. */
  readonly oneLine?: boolean;
  /** Whether the text must have a visible character, because people have to see it (contract 2). */
  readonly visible?: boolean;
}

/** Makes a rule for a text within bounds. The rule allows only characters that can be stored and shown everywhere. */
export function textRule({ min, max, oneLine = false, visible = false }: TextBounds): Rule {
  const limits = `must have ${min} to ${max} characters`;
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    // A code point has at most two code units, so this text is too long, whatever its code points are.
    if (value.length > 2 * max) return limits;
    const count = codePoints(value);
    if (count < min || count > max) return limits;
    if (!value.isWellFormed() || UNFIT_TEXT.test(value)) {
      return 'must not contain control characters or unpaired surrogates';
    }
    if (oneLine && UNFIT_LINE.test(value)) {
      return 'must be one line, without line breaks, tabs or bidirectional overrides, embeddings and isolates';
    }
    if (visible && !hasVisible(value)) return 'must have at least one visible character';
    return undefined;
  };
}

export const stringRule: Rule = (value) =>
  typeof value === 'string' ? undefined : 'must be a string';

export const booleanRule: Rule = (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false';

export const integerRule =
  (min: number, max = Number.POSITIVE_INFINITY): Rule =>
  (value) => {
    const whole = typeof value === 'number' && Number.isInteger(value);
    if (whole && value >= min && value <= max) return undefined;
    return max === Number.POSITIVE_INFINITY
      ? `must be an integer of at least ${min}`
      : `must be an integer from ${min} to ${max}`;
  };

export const enumRule =
  (words: readonly string[]): Rule =>
  (value) =>
    words.includes(value as string) ? undefined : `must be one of: ${words.join(', ')}`;

export const listRule =
  (max: number): Rule =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    return value.length > max ? `must have at most ${max} items` : undefined;
  };

/**
 * Parses a URL; `undefined` if the URL is invalid. `URL.canParse` is not used: in Node 20, this function refuses
 * letters such as ü once V8 has optimised the call.
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoded text (RFC 3986, 2.1); `undefined` if it does not encode valid UTF-8. */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A rule for an absolute http or https URL without credentials. Another rule limits the length. */
export const webAddressRule: Rule = (value) => {
  const address = String(value);
  const url = parsedUrl(address);
  if (!/^https?:\/\/[^\s/?#\\]/i.test(address) || /\s/.test(address) || !url) {
    return 'must be an absolute http or https URL';
  }
  return url.username + url.password === '' ? undefined : 'must not contain credentials';
};

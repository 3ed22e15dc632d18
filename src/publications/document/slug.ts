/** Letters without capitals and digits of any script; Unicode counts the zero of Chinese numbers as neither. */
export const SLUG_LETTERS = String.raw`\p{Ll}\p{Lo}\p{Lm}\p{Nd}〇`;
/** A letter or digit with its combining marks. */
const GROUP = String.raw`(?:[${SLUG_LETTERS}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Characters of a slug at most (contract 2). */
export const MAX_SLUG_LENGTH = 120;

/** Code units of a slug as it is sent at most: no letter is written with more than four code points. */
const MAX_SENT_LENGTH = 2 * 4 * MAX_SLUG_LENGTH;

/** The stored form of a slug: NFKC (contract 2). A longer text stays: `normalize` takes minutes for 4 MB of marks. */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_LENGTH ? slug : slug.normalize('NFKC');

/** Whether an NFKC text is groups joined by a single `-` or `_`; does not check its length. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Excludes white space, and ASCII other than small letters and digits. */
const PATTERN_GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/** The slug as JSON Schema can express it, without classes of letters, which not every client knows. */
export const SLUG_PATTERN = `^${PATTERN_GROUP}([-_]${PATTERN_GROUP})*$`;

/** Letters except capitals, and digits, of any script. Unicode counts the Chinese zero 〇 as neither, so it is added. */
export const SLUG_LETTERS = String.raw`\p{Ll}\p{Lo}\p{Lm}\p{Nd}〇`;
/** One or more letters or digits, each with its combining marks. */
const GROUP = String.raw`(?:[${SLUG_LETTERS}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Maximum characters of a slug (contract 2). */
export const MAX_SLUG_LENGTH = 120;

/** Maximum code units of a sent slug: NFKC joins at most four code points, of two units each, into one character. */
const MAX_SENT_LENGTH = 2 * 4 * MAX_SLUG_LENGTH;

/**
 * The stored form: NFKC (contract 2). Does not normalise a text that is too long for a slug anyway: `normalize` takes
 * minutes for 4 MB of combining marks.
 */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_LENGTH ? slug : slug.normalize('NFKC');

/** Whether a text in NFKC consists of groups of letters and digits, joined by single `-` or `_`. Ignores the length. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Matches all characters except white space, and except ASCII other than small letters and digits. */
const PATTERN_GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/**
 * A JSON Schema pattern for slugs. It accepts more than `isSlug`, because not every client supports Unicode classes.
 */
export const SLUG_PATTERN = `^${PATTERN_GROUP}([-_]${PATTERN_GROUP})*$`;

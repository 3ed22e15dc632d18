/** Digits and non-capital letters of any script, and the Chinese zero 〇, which Unicode counts as neither. */
export const SLUG_LETTERS = String.raw`\p{Ll}\p{Lo}\p{Lm}\p{Nd}〇`;
/** One or more letters or digits, each with its combining marks. */
const GROUP = String.raw`(?:[${SLUG_LETTERS}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Maximum characters of a slug (contract 2). */
export const MAX_SLUG_LENGTH = 120;

/**
 * Maximum code units before normalisation. NFKC joins at most four code points into one character, and each of these
 * code points has at most two units.
 */
const MAX_SENT_LENGTH = 2 * 4 * MAX_SLUG_LENGTH;

/**
 * Converts a slug to NFKC, its stored form (contract 2). Leaves a text that is too long unchanged, because `normalize`
 * takes minutes for 4 MB of combining marks.
 */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_LENGTH ? slug : slug.normalize('NFKC');

/** Whether a text in NFKC consists of groups of letters and digits, joined by single `-` or `_`. Ignores the length. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Matches small ASCII letters, ASCII digits, and all characters outside ASCII except white space. */
const PATTERN_GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/**
 * A JSON Schema pattern for slugs. The pattern accepts more than `isSlug`, because not every client supports Unicode
 * classes.
 */
export const SLUG_PATTERN = `^${PATTERN_GROUP}([-_]${PATTERN_GROUP})*$`;

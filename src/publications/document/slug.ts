/**
 * Letters without capitals and digits of any script. The zero of Chinese numbers is neither to Unicode, unlike
 * their other digits.
 */
export const SLUG_LETTERS = String.raw`\p{Ll}\p{Lo}\p{Lm}\p{Nd}〇`;
/** Each with its combining marks. */
const GROUP = String.raw`(?:[${SLUG_LETTERS}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Characters of a slug at most (contract 2). */
export const MAX_SLUG_LENGTH = 120;

/** Code units of a slug as it is sent at most: no letter is written with more than four code points. */
const MAX_SENT_LENGTH = 2 * 4 * MAX_SLUG_LENGTH;

/**
 * The stored form of a slug: NFKC (contract 2). What is too long in any form stays as it is: a long
 * run of combining marks takes quadratic time to put in order (4 MB of them stopped the process for
 * minutes).
 */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_LENGTH ? slug : slug.normalize('NFKC');

/** Whether a text in NFKC is groups joined by a single `-` or `_`; its length is not looked at. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Neither white space nor ASCII that is no small letter or digit: never part of a group. */
const PATTERN_GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/** What JSON Schema can say of a slug. Classes of letters are left out: not every client knows them. */
export const SLUG_PATTERN = `^${PATTERN_GROUP}([-_]${PATTERN_GROUP})*$`;

/** A group: letters without capitals and digits of any script, each with its combining marks. */
const GROUP = String.raw`(?:[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Characters of a slug at most (CONTRACT 2). */
export const SLUG_MOST = 120;

/** Code units of a slug as it is sent at most: no letter is written with more than four code points. */
const LONGEST_SENT = 2 * 4 * SLUG_MOST;

/**
 * The stored form of a slug: NFKC (CONTRACT 2). What is too long in any form stays as it is: a long
 * run of combining marks takes quadratic time to put in order (4 MB of them stopped the process for
 * minutes).
 */
export const normalSlug = (slug: string): string =>
  slug.length > LONGEST_SENT ? slug : slug.normalize('NFKC');

/** Whether a text in NFKC is groups joined by a single `-` or `_`; its length is not looked at. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** A group: letters without capitals and digits of any script, each with its combining marks. */
const GROUP = String.raw`(?:[\p{Ll}\p{Lo}\p{Lm}\p{Nd}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Characters of a slug at most (CONTRACT 2). */
export const SLUG_MOST = 120;

/** The stored form of a slug: NFKC (CONTRACT 2). */
export const normalSlug = (slug: string): string => slug.normalize('NFKC');

/** Whether a text in NFKC is groups joined by a single `-` or `_`; its length is not looked at. */
export const isSlug = (text: string): boolean => SLUG.test(text);

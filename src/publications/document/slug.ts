/** Letters except capitals, and digits, of any script. The Chinese zero 〇 is neither in Unicode, so it is added. */
export const SLUG_LETTERS = String.raw`\p{Ll}\p{Lo}\p{Lm}\p{Nd}〇`;
/** One or more letters or digits, each with its combining marks. */
const GROUP = String.raw`(?:[${SLUG_LETTERS}]\p{M}*)+`;
const SLUG = new RegExp(`^${GROUP}(?:[-_]${GROUP})*$`, 'u');

/** Maximum characters of a slug (contract 2). */
export const MAX_SLUG_LENGTH = 120;

/** Maximum code units of a slug before NFKC: a letter takes at most four code points, and a code point two units. */
const MAX_SENT_LENGTH = 2 * 4 * MAX_SLUG_LENGTH;

/** The stored form: NFKC (contract 2). A too long text stays as it is: `normalize` takes minutes for 4 MB of marks. */
export const normalSlug = (slug: string): string =>
  slug.length > MAX_SENT_LENGTH ? slug : slug.normalize('NFKC');

/** Whether a text in NFKC consists of groups joined by a single `-` or `_`. Does not check the length. */
export const isSlug = (text: string): boolean => SLUG.test(text);

/** Excludes white space, and ASCII except small letters and digits. */
const PATTERN_GROUP = String.raw`[^\s\x00-,./:-@A-Z\[-^\x60{-\x7F_-]+`;

/** The rule of a slug as a JSON Schema pattern. It has no Unicode classes, because not every client supports them. */
export const SLUG_PATTERN = `^${PATTERN_GROUP}([-_]${PATTERN_GROUP})*$`;

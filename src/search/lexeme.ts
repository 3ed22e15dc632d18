import { normalise } from './fold.js';

/** In UTF-16 units. No publication has a longer one, and PostgreSQL takes 2,046 bytes. */
const LONGEST_TAG = 500;

/**
 * What the index holds of a document besides its words. Each kind has a sign of its own that no
 * word has, so that one index answers for all of them together.
 */
export const stemmed = (language: string, stem: string): string => `${language}~${stem}`;
export const gram = (text: string): string => `_${text}`;
/** Any of the others, where it stands in the title. */
export const inTitle = (lexeme: string): string => `^${lexeme}`;
/** A word of the title as it looks with one letter left out, or whole. */
export const nearly = (text: string): string => `?${text}`;
export const ofLocale = (locale: string): string => `@${locale}`;
/** In the index of working revisions alone. */
export const ofAccount = (accountId: string): string => `&${accountId}`;
/** Capital and small letters, full and half width are one tag. */
export const tagged = (tag: string): string =>
  `#${normalise(tag).replaceAll('\0', '').slice(0, LONGEST_TAG)}`;

/** A lexeme as PostgreSQL reads it in the text form of `tsvector` and `tsquery`, whatever is in it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

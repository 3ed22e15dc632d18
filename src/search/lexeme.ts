import { normalise } from './fold.js';

/** In UTF-16 units. No publication has a longer tag or title, and PostgreSQL takes 2,046 bytes. */
const MAX_LENGTH = 500;
const cut = (text: string): string => text.slice(0, MAX_LENGTH);

/**
 * What the index holds of a document besides its words. Each kind has a sign of its own that no
 * word begins with, so that one index answers for all of them together.
 */
export const stemmed = (language: string, stem: string): string => `${language}~${stem}`;
export const gram = (text: string): string => `_${text}`;
/** Any of the others, where it stands in the title. */
export const inTitle = (lexeme: string): string => `^${lexeme}`;
/** A word of the title as it looks with one letter left out, or whole. */
export const fuzzy = (text: string): string => `?${text}`;
/** A name that holds signs, such as C++. */
export const signedName = (name: string): string => `+${cut(name)}`;
export const ofLocale = (locale: string): string => `@${locale}`;
/** In the index of drafts alone. */
export const ofAccount = (accountId: string): string => `&${accountId}`;
/** Capital and small letters, full and half width are one tag. */
export const tagged = (tag: string): string => `#${cut(normalise(tag).replaceAll('\0', ''))}`;

/** All of a title, as it is, and by its words alone. */
export const wholeTitle = (text: string): string => `==${cut(text)}`;
export const titleWords = (text: string): string => `=${cut(text)}`;

/** A lexeme as PostgreSQL reads it in the text form of `tsvector` and `tsquery`, whatever is in it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The condition that any of the lexemes occurs. */
export function any(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' | ')})`;
}

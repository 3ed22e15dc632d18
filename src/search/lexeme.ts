import { normalise } from './fold.js';

/** UTF-16 units. No tag or title is longer, and PostgreSQL takes 2,046 bytes. */
const MAX_LENGTH = 500;
const cut = (text: string): string => text.slice(0, MAX_LENGTH);

/** Lexemes besides words: each kind begins with a sign that no word has, so that one index serves all. */
export const stemmed = (language: string, stem: string): string => `${language}~${stem}`;
export const gram = (text: string): string => `_${text}`;
/** Marks a lexeme that occurs in the title. */
export const inTitle = (lexeme: string): string => `^${lexeme}`;
/** A word of the title as it looks with one letter left out, or whole. */
export const fuzzy = (text: string): string => `?${text}`;
/** A name that holds signs, such as C++. */
export const signedName = (name: string): string => `+${cut(name)}`;
export const ofLocale = (locale: string): string => `@${locale}`;
/** Marks an entry of the draft index. */
export const ofAccount = (accountId: string): string => `&${accountId}`;
/** Capital and small letters, full and half width are one tag. */
export const tagged = (tag: string): string => `#${cut(normalise(tag).replaceAll('\0', ''))}`;

/** A whole title, with signs or by words alone. */
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

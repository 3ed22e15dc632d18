import { normalise } from './fold.js';

/** In UTF-16 units. Almost all tags and titles are shorter, and PostgreSQL takes at most 2,046 bytes. */
const MAX_LENGTH = 500;
const cut = (text: string): string => text.slice(0, MAX_LENGTH);

/** Lexemes other than words. Each kind has a symbol that no word contains, so that one index holds all kinds. */
export const stemmed = (language: string, stem: string): string => `${language}~${stem}`;
export const gram = (text: string): string => `_${text}`;
/** Marks a lexeme that occurs in the title. */
export const inTitle = (lexeme: string): string => `^${lexeme}`;
/** A word of the title, whole or with one letter left out. */
export const fuzzy = (text: string): string => `?${text}`;
/** A name that contains symbols, such as C++. */
export const signedName = (name: string): string => `+${cut(name)}`;
export const ofLocale = (locale: string): string => `@${locale}`;
/** Marks an entry of the draft index with its account. */
export const ofAccount = (accountId: string): string => `&${accountId}`;
/** Tags that differ only in case or in full and half width give the same lexeme. */
export const tagged = (tag: string): string => `#${cut(normalise(tag).replaceAll('\0', ''))}`;

/** A whole title: `wholeTitle` includes the symbols, `titleWords` consists of the words alone. */
export const wholeTitle = (text: string): string => `==${cut(text)}`;
export const titleWords = (text: string): string => `=${cut(text)}`;

/** Quotes a lexeme with any characters for the text form of `tsvector` and `tsquery`. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The condition that any of the lexemes occurs. */
export function any(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' | ')})`;
}

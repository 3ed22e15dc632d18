import { normalise } from './fold.js';

/**
 * Length to which tags, titles and names are cut, in UTF-16 units. Almost all of them are shorter. A lexeme of
 * PostgreSQL has at most 2,046 bytes.
 */
const MAX_LENGTH = 500;
const cut = (text: string): string => text.slice(0, MAX_LENGTH);

/**
 * The functions below make all lexemes other than plain words. Each kind of lexeme has a symbol that no word contains,
 * so that one index can hold all kinds.
 */
export const stemmed = (language: string, stem: string): string => `${language}~${stem}`;
export const gram = (text: string): string => `_${text}`;
/** Marks a lexeme that occurs in the title. */
export const inTitle = (lexeme: string): string => `^${lexeme}`;
/** Marks a word of a title in one of its `fuzzyForms`: whole or without one letter. */
export const fuzzy = (text: string): string => `?${text}`;
/** Marks a name that contains symbols, such as C++. */
export const signedName = (name: string): string => `+${cut(name)}`;
export const ofLocale = (locale: string): string => `@${locale}`;
/** Marks an entry of the draft index with its account. */
export const ofAccount = (accountId: string): string => `&${accountId}`;
/** Tags that differ only in case, or in full-width and half-width characters, have the same lexeme. */
export const tagged = (tag: string): string => `#${cut(normalise(tag).replaceAll('\0', ''))}`;

/** Lexemes of a whole title: `wholeTitle` takes the title with its symbols, `titleWords` only its words. */
export const wholeTitle = (text: string): string => `==${cut(text)}`;
export const titleWords = (text: string): string => `=${cut(text)}`;

/** Quotes a lexeme with any characters, for the text form of `tsvector` and `tsquery`. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** Makes the condition that at least one of the lexemes occurs. */
export function any(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' | ')})`;
}

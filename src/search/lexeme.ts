import { normalise, withoutAccents } from './fold.js';
import { HANGUL, runsIn, UNSPACED, type Word } from './tokenise.js';

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

/**
 * Words in which the search forgives one typing error: 5 to 20 letters. Shorter words, and words with digits, resemble
 * too many other words.
 */
const FORGIVEN = /^\p{L}{5,20}$/u;

/**
 * Makes lexemes of the whole word, of the word without its second letter, without its third letter, and so on. Makes no
 * lexemes if the search forgives no typing error in the word. Two words with the same first letter that differ by one
 * missing, extra, wrong or swapped letter share such a lexeme. So a few look-ups find a mistyped word.
 */
export function fuzzyForms({ text, writing }: Word): string[] {
  if (writing !== 'spaced' || !FORGIVEN.test(text)) return [];
  const letters = Array.from(text);
  const shorter = letters.slice(1).map((_, place) => letters.toSpliced(place + 1, 1).join(''));
  return [...new Set([text, ...shorter])].map(fuzzy);
}

/**
 * Makes the lexemes of a whole title: one with symbols, and one without symbols. The lexeme without symbols is the same
 * for C++ and C. A title without words has only the first lexeme, a blank title none.
 */
export function wholeTitles(text: string): string[] {
  const whole = withoutAccents(normalise(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const words = Array.from(runsIn(text), (run) => withoutAccents(run.text)).join(' ');
  return [...(whole ? [wholeTitle(whole)] : []), ...(words ? [titleWords(words)] : [])];
}

/** A run of characters other than spaces, control characters, Korean characters and characters of unspaced scripts. */
const SEGMENT = new RegExp(String.raw`[^\s\p{Cc}${UNSPACED}${HANGUL}]+`, 'gv');
/** Punctuation before a name. This punctuation is not part of the name. */
const BEFORE = /^[\p{Ps}\p{Pi}"'¿¡]+/u;
const AFTER = /[\p{Pe}\p{Pf}"'.,;:!?…。、،؛؟।]+$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Punctuation at the end of a sentence or clause. */
const ENDING = /[.,;:!?…。、،؛؟।]+$/u;
/** Any symbol except apostrophes and hyphens, which only join words. */
const HAS_SIGN = /[^\p{L}\p{M}\p{N}\p{Pd}'’ʼ]/u;
/** A segment that consists only of punctuation. */
const PUNCTUATION = /^[\p{Pd}\p{Pi}\p{Pf}"'.,;:!?…&|·•/]+$/u;

/** Finds the names that contain symbols or consist of symbols, such as `C++`, `.NET`, `node.js`, `[` and `%`. */
export function signedNamesIn(text: string): string[] {
  const segments = [...normalise(text).matchAll(SEGMENT)].map(([segment]) => segment);
  const names = segments
    .map(withoutPunctuation)
    .filter((name) => HAS_SIGN.test(name) && !PUNCTUATION.test(name));
  return [...new Set(names)];
}

const withoutPunctuation = (segment: string): string =>
  HAS_WORD.test(segment)
    ? segment.replace(BEFORE, '').replace(AFTER, '')
    : segment.replace(ENDING, '') || segment;

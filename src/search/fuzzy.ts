import { fuzzy } from './lexeme.js';
import type { Word } from './tokenise.js';

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

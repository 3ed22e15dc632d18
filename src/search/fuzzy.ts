import { fuzzy } from './lexeme.js';
import type { Word } from './tokenise.js';

/** Shorter words are too near to others, and figures are seldom mistyped and always meant. */
const FORGIVEN = /^\p{L}{5,20}$/u;

/**
 * A word whole and with each letter but the first left out in turn; none for words in which no error
 * is forgiven. Two words that differ by one letter that is missing, needless, wrong or swapped with its
 * neighbour have one of these in common, so that finding a mistyped word is looking a few words up.
 */
export function fuzzyForms({ text, writing }: Word): string[] {
  if (writing !== 'spaced' || !FORGIVEN.test(text)) return [];
  const letters = Array.from(text);
  const shorter = letters.slice(1).map((_, place) => letters.toSpliced(place + 1, 1).join(''));
  return [...new Set([text, ...shorter])].map(fuzzy);
}

import { fuzzy } from './lexeme.js';
import type { Word } from './tokenise.js';

/** Words in which one typing error is forgiven. Shorter words resemble too many others; digits are meant as typed. */
const FORGIVEN = /^\p{L}{5,20}$/u;

/**
 * The word whole, and with each letter except the first left out in turn; empty if no typing error is forgiven. Two
 * words that differ by one missing, extra, wrong or swapped letter have one of these forms in common, so that a few
 * look-ups find a mistyped word.
 */
export function fuzzyForms({ text, writing }: Word): string[] {
  if (writing !== 'spaced' || !FORGIVEN.test(text)) return [];
  const letters = Array.from(text);
  const shorter = letters.slice(1).map((_, place) => letters.toSpliced(place + 1, 1).join(''));
  return [...new Set([text, ...shorter])].map(fuzzy);
}

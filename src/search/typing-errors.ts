import { nearly } from './lexeme.js';
import { normalise, withoutAccents } from './fold.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';

/** Shorter words are too near to others, and figures are seldom mistyped and always meant. */
const FORGIVEN = /^\p{L}{5,20}$/u;

/**
 * A word whole and with each letter but the first left out in turn; none for words in which no error
 * is forgiven. Two words that differ by one letter that is missing, needless, wrong or swapped with its
 * neighbour have one of these in common, so that finding a mistyped word is looking a few words up.
 */
export function nearlyThe({ text, writing }: Word): string[] {
  if (writing !== 'spaced' || !FORGIVEN.test(text)) return [];
  const letters = Array.from(text);
  const shorter = letters.slice(1).map((_, place) => letters.toSpliced(place + 1, 1).join(''));
  return [...new Set([text, ...shorter])].map(nearly);
}

/** A word as it is typed: letters, marks and figures. */
const TYPED = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * A text with each of the words that were forgiven replaced by the word of a title that was taken for it;
 * `null` if there is none: the title may be on another page.
 * @param titles of what was found
 */
export function corrected(
  text: string,
  forgiven: readonly Word[],
  titles: readonly string[],
): string | null {
  const meant = new Map<string, string>();
  for (const title of titles) {
    for (const run of runsIn(title)) {
      for (const word of wordsOf(run)) {
        const shared = new Set(nearlyThe(word));
        const near = forgiven.find((each) => nearlyThe(each).some((lexeme) => shared.has(lexeme)));
        if (near && !meant.has(near.text)) meant.set(near.text, word.accented);
      }
    }
  }
  if (meant.size === 0) return null;
  return text.replace(TYPED, (typed) => meant.get(withoutAccents(normalise(typed))) ?? typed);
}

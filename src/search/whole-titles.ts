import { normalise, withoutAccents } from './fold.js';
import { titleWords, wholeTitle } from './lexeme.js';
import { runsIn } from './tokenise.js';

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

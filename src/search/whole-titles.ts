import { normalise, withoutAccents } from './fold.js';
import { titleWords, wholeTitle } from './lexeme.js';
import { runsIn } from './tokenise.js';

/**
 * The lexemes of a text as a whole title: one with its signs, and one of its words alone. C++ has the second in common
 * with C. None of a text that is blank.
 */
export function wholeTitles(text: string): string[] {
  const whole = withoutAccents(normalise(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const words = Array.from(runsIn(text), (run) => withoutAccents(run.text)).join(' ');
  return [...(whole ? [wholeTitle(whole)] : []), ...(words ? [titleWords(words)] : [])];
}

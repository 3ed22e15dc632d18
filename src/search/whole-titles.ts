import { normalise, withoutAccents } from './fold.js';
import { titleWords, wholeTitle } from './lexeme.js';
import { runsIn } from './tokenise.js';

/** The lexemes of a whole title: with its signs, and by words alone, which C++ shares with C. None of a blank text. */
export function wholeTitles(text: string): string[] {
  const whole = withoutAccents(normalise(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const words = Array.from(runsIn(text), (run) => withoutAccents(run.text)).join(' ');
  return [...(whole ? [wholeTitle(whole)] : []), ...(words ? [titleWords(words)] : [])];
}

import { normalise, withoutAccents } from './fold.js';
import { titleWords, wholeTitle } from './lexeme.js';
import { runsIn } from './tokenise.js';

/** Lexemes of a whole title: one with its symbols, one without (the same for C++ and C). A blank title has none. */
export function wholeTitles(text: string): string[] {
  const whole = withoutAccents(normalise(text))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const words = Array.from(runsIn(text), (run) => withoutAccents(run.text)).join(' ');
  return [...(whole ? [wholeTitle(whole)] : []), ...(words ? [titleWords(words)] : [])];
}

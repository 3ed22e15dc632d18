import { charactersIn, gramsOf } from './grams.js';
import { gram, stemmed } from './lexeme.js';
import { stemsOf } from './stemmers.js';
import { type Run, runsIn, wordsOf } from './tokenise.js';
import type { Occurrence } from './vector.js';

/**
 * Calls `use` for each lexeme of a text, one run after the other. A word takes one position; in Korean and in scripts
 * without spaces, each character takes one position. Returns the number of positions.
 * @param languages the languages whose stemmers are used
 * @param known a cache of the lexemes of each word, because texts repeat their words
 */
export function forEachLexeme(
  text: string,
  languages: readonly string[],
  use: (occurrence: Occurrence) => void,
  known = new Map<string, readonly string[]>(),
): number {
  let place = 0;
  for (const run of runsIn(text)) {
    if (run.writing === 'spaced') {
      const key = run.joined === undefined ? run.text : `-${run.joined}`;
      let lexemes = known.get(key);
      if (!lexemes) known.set(key, (lexemes = wordLexemes(run, languages)));
      lexemes.forEach((lexeme, index) => use({ lexeme, place, inPhrases: index === 0 }));
      place += 1;
    } else {
      place = forEachSign(run, place, use);
    }
  }
  return place;
}

/** Makes the lexemes of a word: its normalised form without accents, and its stems. */
function wordLexemes(run: Run, languages: readonly string[]): readonly string[] {
  const words = [...wordsOf(run)];
  return words.flatMap((word) => {
    const stems = languages.flatMap((language) =>
      stemsOf(word, language).map((stem) => stemmed(language, stem)),
    );
    return [word.text].concat(stems);
  });
}

/** Calls `use` for the words and grams of a Korean or unspaced run; returns the position after the run. */
function forEachSign(run: Run, start: number, use: (occurrence: Occurrence) => void): number {
  let place = start;
  for (const { text } of wordsOf(run)) {
    use({ lexeme: text, place, inPhrases: false });
    if (run.writing === 'unspaced') place += charactersIn(text).length;
  }
  const signs = charactersIn(run.text);
  for (const { text, offset, isAlone } of gramsOf(signs)) {
    use({ lexeme: gram(text), place: start + offset, inPhrases: !isAlone });
  }
  return start + signs.length;
}

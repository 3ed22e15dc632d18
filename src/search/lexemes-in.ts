import { charactersIn, gramsOf } from './grams.js';
import { gram, stemmed } from './lexeme.js';
import { stemsOf } from './stemmers.js';
import { type Run, runsIn, wordsOf } from './tokenise.js';
import type { Occurrence } from './vector.js';

/**
 * Goes through the lexemes of a text in its order; each word, and of writing without spaces each sign, is a
 * place. Returns how many places there are.
 * @param languages in which words are stemmed
 * @param known the lexemes of words that were seen already: texts repeat their words
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
      let lexemes = known.get(run.text);
      if (!lexemes) known.set(run.text, (lexemes = wordLexemes(run, languages)));
      lexemes.forEach((lexeme, index) => use({ lexeme, place, inPhrases: index === 0 }));
      place += 1;
    } else {
      place = forEachSign(run, place, use);
    }
  }
  return place;
}

/** A word as it is written, and its stems. */
function wordLexemes(run: Run, languages: readonly string[]): readonly string[] {
  const words = [...wordsOf(run)];
  return words.flatMap((word) => {
    const stems = languages.flatMap((language) =>
      stemsOf(word, language).map((stem) => stemmed(language, stem)),
    );
    return [word.text].concat(stems);
  });
}

/** The words of a run without spaces and its pieces; returns the place behind it. */
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

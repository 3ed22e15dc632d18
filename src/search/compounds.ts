import { stemmed } from './lexeme.js';
import { stemsOf } from './stemmers.js';
import { isStopWord } from './stop-words.js';
import type { Word } from './tokenise.js';

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['da', 'de', 'nb', 'nl', 'nn', 'no', 'sv']);
/** Shorter parts, and shorter rests, are seldom words. In letters. */
const MIN_PART = 4;
const MIN_REST = 3;

/**
 * What a compound may be made of: lexemes of the words that it begins and ends with, of `Fahrradkette` those of
 * `Fahrrad` and `Kette`. Most of them are no words, which does no harm: no document holds them.
 */
export function partsOfCompound(word: Word, languages: readonly string[]): string[] {
  const letters = Array.from(word.accented);
  const compounding = languages.filter((language) => COMPOUNDING.has(language));
  if (compounding.length === 0 || word.writing !== 'spaced') return [];
  const parts: string[] = [];
  for (let place = MIN_REST; place <= letters.length - MIN_REST; place += 1) {
    if (place >= MIN_PART) parts.push(letters.slice(0, place).join(''));
    if (letters.length - place >= MIN_PART) parts.push(letters.slice(place).join(''));
  }
  const lexemes = compounding.flatMap((language) =>
    parts
      .filter((part) => !isStopWord(part, language))
      .flatMap((part) => stemsOf({ ...word, text: part, accented: part }, language))
      .map((stem) => stemmed(language, stem)),
  );
  return [...new Set(lexemes)];
}

import { normalise, withoutAccents } from './fold.js';
import { RUNS } from './scripts.js';

/** A word as it stands in a text, normalised. */
export interface Word {
  readonly text: string;
  /** Whether it can stand inside a longer run of signs: in unspaced scripts, and in Korean. */
  readonly inside: boolean;
  readonly hangul: boolean;
}

/** Longer words are cut: nobody types them, and PostgreSQL takes 2,046 bytes. In code points. */
const LONGEST_WORD = /^.{0,64}/su;
/**
 * In code points. `Intl.Segmenter` is slow beyond all proportion on long strings: 0.5 µs a character
 * up to some thousands of them, 200 µs (40 s in all) for 200,000.
 */
const SEGMENTED_AT_ONCE = /.{1,1000}/gsu;
/** The dictionaries go by script: the locale makes no difference to the scripts that come here. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text in its order, of any language: what readers see marked. */
export function* wordsIn(text: string): Generator<Word> {
  for (const { groups } of normalise(text).matchAll(RUNS)) {
    const { unspaced, hangul, spaced } = groups!;
    if (unspaced !== undefined) {
      for (const word of segmented(unspaced)) yield { text: word, inside: true, hangul: false };
    } else if (hangul !== undefined) {
      yield { text: hangul, inside: true, hangul: true };
    } else {
      const word = cut(withoutAccents(spaced!));
      if (word !== '') yield { text: word, inside: false, hangul: false };
    }
  }
}

/**
 * The index words of a text in its order (CONTRACT 9: words are found in every locale). Documents and
 * queries go through the same function, which asks for no locale, since a query need not have one.
 * A Korean word gives its syllables and pairs of syllables, so that it is found with any ending.
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  for (const word of wordsIn(text)) {
    if (word.hangul) pushSyllables(word.text, tokens);
    else tokens.push(word.text);
  }
  return tokens;
}

function* segmented(run: string): Generator<string> {
  for (const [part] of run.matchAll(SEGMENTED_AT_ONCE)) {
    for (const { segment } of segmenter.segment(part)) yield cut(segment);
  }
}

function pushSyllables(word: string, tokens: string[]): void {
  for (let place = 0; place < word.length; place += 1) {
    tokens.push(word[place]!);
    if (place + 1 < word.length) tokens.push(word.slice(place, place + 2));
  }
}

function cut(word: string): string {
  return LONGEST_WORD.exec(word)![0];
}

/**
 * A character with up to eight combining marks. No language has more marks, and a longer sequence would not fit into
 * the index.
 */
const CHARACTER = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gu;
/** Characters that can be a word alone: Han ideographs and Korean syllables. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hang}]/u;
const OF_TWO = /^[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/u;

/** A piece of a run. `offset` is the number of characters before the piece in the run, without combining marks. */
export interface Gram {
  readonly text: string;
  readonly offset: number;
  /** Whether the gram is a single character. */
  readonly isAlone: boolean;
}

/** Splits a run into characters, each with its combining marks. */
export function charactersIn(text: string): readonly string[] {
  return text.match(CHARACTER) ?? [];
}

/**
 * Makes the grams of a Korean or unspaced run. Grams are single ideographs and Korean syllables; pairs of neighbouring
 * ideographs, kana or Korean syllables; and triples of letters of Thai and similar scripts. With grams, a search does
 * not depend on a dictionary for splitting text, and finds Korean words with any ending.
 */
export function* gramsOf(characters: readonly string[]): Generator<Gram> {
  for (let offset = 0; offset < characters.length; offset += 1) {
    const character = characters[offset]!;
    if (IDEOGRAPH.test(character)) yield { text: character, offset, isAlone: true };
    const end = offset + (OF_TWO.test(character) ? 2 : 3);
    if (end <= characters.length) {
      yield { text: characters.slice(offset, end).join(''), offset, isAlone: false };
    }
  }
}

/** Returns the grams that every text with the word contains: pairs and triples, or a single ideograph or syllable. */
export function requiredGramsOf(text: string): string[] {
  const grams = [...gramsOf(charactersIn(text))];
  const longer = grams.filter(({ isAlone }) => !isAlone);
  return (longer.length > 0 ? longer : grams).map((gram) => gram.text);
}

/** A sign with the marks that stand on it; more than eight are no language, and too long to index. */
const CHARACTER = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gu;
/** Signs that mean something each: two of them are a word, and so is one of these. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hang}]/u;
const OF_TWO = /^[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/u;

/** A piece of a run, and where in it it begins, in signs. */
export interface Gram {
  readonly text: string;
  readonly offset: number;
  /** It is a single sign. */
  readonly isAlone: boolean;
}

/** The signs of a run, each with its marks. */
export function charactersIn(text: string): readonly string[] {
  return text.match(CHARACTER) ?? [];
}

/**
 * The pieces by which a run of signs without spaces is found whatever a dictionary takes for its words, and a
 * Korean word with any ending: pairs of neighbouring ideographs, kana and syllables, triples of the
 * letters of Thai and its like, and each ideograph and syllable alone.
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

/** The grams that a word cannot be found without: the longest ones. */
export function requiredGramsOf(text: string): string[] {
  const grams = [...gramsOf(charactersIn(text))];
  const longer = grams.filter(({ isAlone }) => !isAlone);
  return (longer.length > 0 ? longer : grams).map((gram) => gram.text);
}

/** A character with at most eight combining marks; more occur in no language, and would be too long to index. */
const CHARACTER = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gu;
/** Characters that can be a word alone: Han ideographs and Korean syllables. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hang}]/u;
const OF_TWO = /^[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/u;

/** A piece of a run, with its offset in the run, in characters. */
export interface Gram {
  readonly text: string;
  readonly offset: number;
  /** Whether the gram is a single character. */
  readonly isAlone: boolean;
}

/** The characters of a run, each with its combining marks. */
export function charactersIn(text: string): readonly string[] {
  return text.match(CHARACTER) ?? [];
}

/**
 * The grams of a run without spaces: pairs of neighbouring ideographs, kana or syllables, triples of letters of Thai
 * and similar scripts, and each ideograph or syllable alone. With grams, a search finds text regardless of how a
 * dictionary splits it, and Korean words with any ending.
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

/** The grams that occur wherever the word occurs: pairs and triples, or single characters if there are no others. */
export function requiredGramsOf(text: string): string[] {
  const grams = [...gramsOf(charactersIn(text))];
  const longer = grams.filter(({ isAlone }) => !isAlone);
  return (longer.length > 0 ? longer : grams).map((gram) => gram.text);
}

/** A sign with the marks that stand on it; more than eight are no language, and too long to index. */
const CHARACTER = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gu;
/** Signs that mean something each: two of them are a word, and so is one of these. */
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hang}]/u;
const OF_TWO = /^[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/u;

/**
 * The pieces by which a run without spaces is found whatever a dictionary takes for its words, and a
 * Korean word with any ending: pairs of neighbouring ideographs, kana and syllables, triples of the
 * letters of Thai and its like, and each ideograph and syllable alone.
 */
export function* gramsOf(text: string): Generator<string> {
  const characters = text.match(CHARACTER) ?? [];
  for (let place = 0; place < characters.length; place += 1) {
    const character = characters[place]!;
    if (IDEOGRAPH.test(character)) yield character;
    const next = place + (OF_TWO.test(character) ? 2 : 3);
    if (next <= characters.length) yield characters.slice(place, next).join('');
  }
}

const isAlone = (gram: string): boolean => gram.match(CHARACTER)?.length === 1;

/** The grams that a word cannot be found without: the longest ones. */
export function requiredGramsOf(text: string): string[] {
  const grams = [...gramsOf(text)];
  const longer = grams.filter((gram) => !isAlone(gram));
  return longer.length > 0 ? longer : grams;
}

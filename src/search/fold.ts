/**
 * Combining marks that many people omit: the accents of é, ё, ά, the vowel signs of Arabic and Hebrew, and the dot below
 * letters of Devanagari, Gurmukhi, Gujarati and Kannada (ज़).
 */
const MARK = String.raw`[[[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}]&&\p{Mn}]\u093c\u0a3c\u0abc\u0cbc]`;
/** й and ў keep their mark: they are separate letters, and й is an ending of Russian words. */
const MARKS = new RegExp(String.raw`(?<![иу](?=\u0306))${MARK}`, 'gv');
/** Characters that only change the shape of a word: soft hyphen, tatweel, joiners. */
export const SHAPING = String.raw`[\u00ad\u0640\u2060\ufeff\u200c\u200d]`;
const SHAPING_MARKS = new RegExp(SHAPING, 'g');
/** Letters that Unicode does not decompose, with the letters that people type instead. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** The zeros of the scripts that have digits of their own. The digits 1 to 9 follow each zero. */
const ZEROS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20\u1040\u1090\u17e0\u1810\u1946\u19d0' +
  '\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0\ua9f0\uaa50\uabf0\uff10';
/** All these digits, each with its ASCII digit. */
const DIGITS: ReadonlyMap<string, string> = new Map(
  Array.from(ZEROS).flatMap((zero) =>
    Array.from({ length: 10 }, (_, value): [string, string] => [
      String.fromCharCode(zero.charCodeAt(0) + value),
      String(value),
    ]),
  ),
);
const DIGIT = new RegExp(`[${[...DIGITS.keys()].join('')}]`, 'g');
/** NFKC decomposes the Thai and Lao vowel AM. `normalise` composes it again, as `Intl.Segmenter` requires. */
const AM = /\u0e4d\u0e32|\u0ecd\u0eb2/g;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Matches more than 30 combining marks in a row. No language has so many (UAX 15), and `String.normalize` takes
 * quadratic time for them.
 */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Shortens each run of more than 30 combining marks to 30. */
export function withBoundedMarks(text: string): string {
  return text.replace(LONG_RUN_OF_MARKS, '$1');
}

/** Makes the text from which snippets are cut: composed letters, single spaces, at most 30 combining marks in a row. */
export function flatText(text: string): string {
  return withBoundedMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Unifies the spellings of a word: NFKC, lower case, ASCII digits, without the characters in `SHAPING`. Accents stay. */
export function normalise(text: string): string {
  return withBoundedMarks(text)
    .normalize('NFKC')
    .replace(AM, (am) => (am < '\u0e80' ? '\u0e33' : '\u0eb3'))
    .replace(SHAPING_MARKS, '')
    .replace(DIGIT, (digit) => DIGITS.get(digit)!)
    .toLowerCase();
}

/** Removes the accents of a normalised word, and replaces `LETTERS`. A word of only marks can become empty. */
export function withoutAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter]!);
}

/**
 * Letters that `normalise` and `withoutAccents` turn into exactly one other letter, from the blocks Latin-1 to Arabic,
 * Latin Extended Additional and Greek Extended.
 */
const FOLDED = new Map<string, string>();
/** Characters of the same blocks that become no letter or several letters: tatweel, ß, œ. */
let resized = '';
for (const [first, last] of [
  [0xc0, 0x6ff],
  [0x1e00, 0x1fff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCharCode(code);
    const folded = withoutAccents(normalise(letter));
    if (folded.length !== 1) resized += letter;
    else if (folded !== letter) FOLDED.set(letter, folded);
  }
}
for (const [digit, folded] of DIGITS) FOLDED.set(digit, folded);
const FOLDABLE = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'g');

/**
 * Characters that `foldInPlace` can leave in a text although the index folds them, as a class for regular expressions
 * with the flag `v`. The property adds characters of all other blocks, such as ligatures and full-width letters.
 */
export const NOT_FOLDED_IN_PLACE = String.raw`[${resized}${MARK}\p{Changes_When_NFKC_Casefolded}]`;

/** Converts a text to lower case without accents. Every character keeps its offset: the result has the same length. */
export function foldInPlace(text: string): string {
  // İ is the only character whose lower case has another length.
  const lower = text.replaceAll('İ', 'i').toLowerCase();
  return lower.replace(FOLDABLE, (letter) => FOLDED.get(letter)!);
}

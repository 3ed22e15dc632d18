/** Marks of scripts that are read without them as well: é, й, ά, the vowel signs of Arabic and Hebrew. */
const MARKS = new RegExp(
  // й and ў are letters of their own, and the endings of Russian words.
  String.raw`(?<![иу](?=\u0306))[[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}]&&\p{Mn}]`,
  'gv',
);
/** Characters that shape or stretch a word without being part of it: soft hyphen, tatweel, joiners. */
const SHAPING = /[\u00ad\u0640\u2060\ufeff]|[\u200c-\u200d]/g;
/** Letters that Unicode does not take apart, but readers do. */
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
/** NFKC takes the Thai and Lao vowel AM apart, and no dictionary knows its words that way. */
const AM = /\u0e4d\u0e32|\u0ecd\u0eb2/g;
const ASCII = /^[\0-\x7f]*$/;

/** Longer runs of marks are no language (UAX 15 knows none above 30), and `normalize` is quadratic in them. */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text with no more than 30 marks on any sign. */
export function withBoundedMarks(text: string): string {
  return text.replace(LONG_RUN_OF_MARKS, '$1');
}

/** A text as it is shown in pieces: composed letters, single spaces, no endless runs of marks. */
export function flatText(text: string): string {
  return withBoundedMarks(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** One spelling for what only looks different: NFKC, lower case, nothing invisible inside words. */
export function normalise(text: string): string {
  return withBoundedMarks(text)
    .normalize('NFKC')
    .replace(AM, (am) => (am < '\u0e80' ? '\u0e33' : '\u0eb3'))
    .replace(SHAPING, '')
    .toLowerCase();
}

/** A normalised word without its accents; one that consists of marks alone becomes empty. */
export function withoutAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter]!);
}

/** Single letters of the alphabets, Latin to Arabic, that folding changes into another one. */
const FOLDED = new Map<string, string>();
for (const [first, last] of [
  [0xc0, 0x6ff],
  [0x1e00, 0x1fff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCharCode(code);
    const folded = withoutAccents(normalise(letter));
    if (folded !== letter && folded.length === 1) FOLDED.set(letter, folded);
  }
}
const FOLDABLE = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'g');

/** Folds as far as no sign moves: the result has the length of `text`, place by place. */
export function foldInPlace(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text).replace(FOLDABLE, (letter) =>
    FOLDED.get(letter)!,
  );
}

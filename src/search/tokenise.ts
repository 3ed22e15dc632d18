import { normalise, withoutAccents } from './fold.js';

const SIGN = String.raw`[\p{L}\p{M}\p{N}]`;

/** Characters of scripts without spaces between words. `Intl.Segmenter` finds the words by a dictionary. */
export const UNSPACED = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&${SIGN}]`;

/** Characters of Korean. Korean has spaces between words, but attaches endings to words: 문서, 문서를, 문서의. */
export const HANGUL = String.raw`\p{sc=Hang}`;

/** Characters of all other scripts, as a class for regular expressions with the flag `v`. */
export const SPACED = `[${SIGN}--${UNSPACED}--${HANGUL}]`;

/** Matches runs of one kind of writing. The capture group has the name of the kind. Other characters separate runs. */
const RUNS = new RegExp(
  `(?<unspaced>${UNSPACED}+)|(?<hangul>${HANGUL}+)|(?<spaced>${SPACED}+)`,
  'gv',
);

/**
 * The way in which a script separates words: with spaces, without spaces, or with spaces and attached endings (Korean).
 */
export type Writing = 'spaced' | 'unspaced' | 'hangul';

/** Consecutive characters of one kind of writing, normalised. */
export interface Run {
  readonly text: string;
  readonly writing: Writing;
  /** The run with the single letter that a hyphen joins to it: `email` for the run `mail` of `e-mail`. */
  readonly joined?: string;
}

export interface Word {
  /** Normalised; a word with `writing` 'spaced' has no accents. */
  readonly text: string;
  /** Normalised, with accents, because stemmers need them. */
  readonly accented: string;
  readonly writing: Writing;
}

/** The first 64 code points of a word; the rest is dropped, because a lexeme of PostgreSQL has at most 2,046 bytes. */
const LONGEST_WORD = /^.{0,64}/su;
/**
 * `Intl.Segmenter` gets at most 1,000 code points at a time. For a short text, `Intl.Segmenter` takes 0.5 µs per
 * character. For a text of 200,000 characters, it takes 200 µs per character, 40 s in all.
 */
const SEGMENTED_AT_ONCE = /.{1,1000}/gsu;
/** `Intl.Segmenter` chooses its dictionary by script, so the locale makes no difference for unspaced scripts. */
export const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * A Latin letter and a hyphen before a word of the same script. Many people write the word without this hyphen: email,
 * tshirt, xray.
 */
export const LETTER_AND_HYPHEN = String.raw`(?<![\p{L}\p{M}\p{N}\p{Pd}])\p{sc=Latn}[\-\u2010\u2011]`;
const JOINED = new RegExp(`${LETTER_AND_HYPHEN}$`, 'v');
const TWO_LATIN = /^\p{sc=Latn}{2}/u;

/** Splits a text in any language into runs. */
export function* runsIn(text: string): Generator<Run> {
  const normalised = normalise(text);
  for (const { groups, index } of normalised.matchAll(RUNS)) {
    const { unspaced, hangul, spaced } = groups!;
    if (unspaced !== undefined) yield { text: unspaced, writing: 'unspaced' };
    else if (hangul !== undefined) yield { text: hangul, writing: 'hangul' };
    else {
      const before = normalised.slice(Math.max(index - 4, 0), index);
      const isJoined = TWO_LATIN.test(spaced!) && JOINED.test(before);
      const run: Run = { text: spaced!, writing: 'spaced' };
      yield isJoined ? { ...run, joined: before.at(-2)! + spaced! } : run;
    }
  }
}

/**
 * Splits a run into words. Only an unspaced run has several words of a text. A run that a hyphen joins to a letter is
 * one word with this letter and one without it.
 */
export function* wordsOf({ text, writing, joined }: Run): Generator<Word> {
  if (writing === 'unspaced') {
    for (const word of segmented(text)) yield { text: word, accented: word, writing };
    return;
  }
  if (joined !== undefined) {
    yield* wordsOf({ text, writing });
    yield* wordsOf({ text: joined, writing });
    return;
  }
  const accented = cut(text);
  const folded = writing === 'spaced' ? withoutAccents(accented) : accented;
  if (folded !== '') yield { text: folded, accented, writing };
}

function* segmented(run: string): Generator<string> {
  for (const [part] of run.matchAll(SEGMENTED_AT_ONCE)) {
    for (const { segment } of segmenter.segment(part)) yield cut(segment);
  }
}

function cut(word: string): string {
  return LONGEST_WORD.exec(word)![0];
}

import { normalise, withoutAccents } from './fold.js';

const SIGN = String.raw`[\p{L}\p{M}\p{N}]`;

/** Characters of the scripts that put no space between words: a dictionary has to find them. */
export const UNSPACED = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&${SIGN}]`;

/** Korean has spaces, but its endings grow on the word: 문서, 문서를, 문서의. */
export const HANGUL = String.raw`\p{sc=Hang}`;

/** Signs of every other script, as a class for regular expressions with the flag `v`. */
export const SPACED = `[${SIGN}--${UNSPACED}--${HANGUL}]`;

/** Runs of signs of one kind, named for it, in the order of the text; anything else separates them. */
const RUNS = new RegExp(
  `(?<unspaced>${UNSPACED}+)|(?<hangul>${HANGUL}+)|(?<spaced>${SPACED}+)`,
  'gv',
);

/** How a script separates words: with spaces, without, or as Korean does. */
export type Writing = 'spaced' | 'unspaced' | 'hangul';

/** Signs of one writing that stand together, normalised. */
export interface Run {
  readonly text: string;
  readonly writing: Writing;
}

export interface Word {
  /** Normalised; words of alphabets without accents. */
  readonly text: string;
  /** Normalised, with the accents that stemmers go by. */
  readonly accented: string;
  readonly writing: Writing;
}

/** Code points of a word; the rest is cut: PostgreSQL takes 2,046 bytes, and no query is longer. */
const LONGEST_WORD = /^.{0,64}/su;
/** In code points. `Intl.Segmenter` takes 0.5 µs a character of short texts, 200 µs (40 s in all) of 200,000. */
const SEGMENTED_AT_ONCE = /.{1,1000}/gsu;
/** The dictionaries go by script: the locale makes no difference to the scripts that come here. */
export const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The runs of a text in its order, of any language. */
export function* runsIn(text: string): Generator<Run> {
  for (const { groups } of normalise(text).matchAll(RUNS)) {
    const { unspaced, hangul, spaced } = groups!;
    if (unspaced !== undefined) yield { text: unspaced, writing: 'unspaced' };
    else if (hangul !== undefined) yield { text: hangul, writing: 'hangul' };
    else yield { text: spaced!, writing: 'spaced' };
  }
}

/** The words of a run: several only where no spaces part them. */
export function* wordsOf({ text, writing }: Run): Generator<Word> {
  if (writing === 'unspaced') {
    for (const word of segmented(text)) yield { text: word, accented: word, writing };
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

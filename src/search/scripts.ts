const SIGN = String.raw`[\p{L}\p{M}\p{N}]`;

/** Signs of the scripts that put no space between words: a dictionary has to find them. */
const UNSPACED = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&${SIGN}]`;

/** Korean has spaces, but its endings grow on the word: 문서, 문서를, 문서의. */
const HANGUL = String.raw`\p{sc=Hang}`;

/** Signs of every other script, as a class for regular expressions with the flag `v`. */
export const SPACED = `[${SIGN}--${UNSPACED}--${HANGUL}]`;

/** Runs of signs of one kind, named for it, in the order of the text; anything else separates them. */
export const RUNS = new RegExp(
  `(?<unspaced>${UNSPACED}+)|(?<hangul>${HANGUL}+)|(?<spaced>${SPACED}+)`,
  'gv',
);

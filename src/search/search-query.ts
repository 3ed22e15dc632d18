import { requiredGramsOf } from './grams.js';
import { withoutEnding } from './korean.js';
import { gram, inTitle, ofLocale, quoted, stemmed, tagged } from './lexeme.js';
import { stemsOf } from './stemmers.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';
import { nearlyThe } from './typing-errors.js';

/** Which documents are asked for, besides their words. */
export interface SearchFilter {
  /** A canonical locale; `null`: all of them. */
  readonly locale: string | null;
  /** A tag; `null`: any or none. */
  readonly tag: string | null;
}

/** What a reader's text asks for; conditions are the text form of a PostgreSQL `tsquery`. */
export interface SearchQuery {
  /** Every word must occur. */
  readonly all: string;
  /** Besides, one of them in the title. */
  readonly titled: string;
  /** Every word must occur, or one that differs by a letter in the title; `null`: nothing to forgive. */
  readonly forgiving: string | null;
  /** Every word and stem and gram, to rank by. */
  readonly rank: string;
  /** The words themselves, to be marked. */
  readonly words: readonly Word[];
}

/** In UTF-16 units; the rest is not looked at. */
const LONGEST_QUERY = 200;
/** More words make a query slower, not better. */
const MOST_WORDS = 20;
/** Particles and endings: し, ます, の. */
const KANA_ENDING = /^\p{scx=Hira}{1,2}$/u;
/** The end of a Japanese word that changes with its use: く in 書く, しい in 美しい. */
const OKURIGANA = /(?<=\p{sc=Han})\p{sc=Hira}+$/u;

/**
 * Reads any text whatever as a query; `undefined` if there is no word in it: it finds nothing.
 * @param languages those whose stems the index may hold
 */
export function queryOf(
  text: string,
  filter: SearchFilter,
  languages: readonly string[],
): SearchQuery | undefined {
  const words = wordsAskedFor(text.slice(0, LONGEST_QUERY));
  if (words.length === 0) return undefined;
  const stems = (word: Word): string[] =>
    languages.flatMap((language) => stemsOf(word, language).map((stem) => stemmed(language, stem)));
  const alternatives = words.map((word) => [word.text, ...stems(word)]);
  const ranked = words.flatMap((word, place) =>
    word.writing === 'spaced' ? alternatives[place]! : [word.text, ...requiredOf(word.text)],
  );
  const where = [
    ...(filter.locale === null ? [] : [quoted(ofLocale(filter.locale))]),
    ...(filter.tag === null ? [] : [quoted(tagged(filter.tag))]),
  ];
  const required = words.map((word, place) =>
    word.writing === 'spaced' ? any(alternatives[place]!) : pieces(word),
  );
  const near = words.map(nearlyThe);
  const forgiven = words.map((word, place) =>
    word.writing === 'spaced' ? any([...alternatives[place]!, ...near[place]!]) : required[place]!,
  );
  return {
    all: [...where, ...required].join(' & '),
    titled: [...where, ...required, any(ranked.map(inTitle))].join(' & '),
    forgiving: near.every((each) => each.length === 0) ? null : [...where, ...forgiven].join(' & '),
    rank: any(ranked),
    words,
  };
}

/** What of a word of unspaced scripts or Korean is looked for and marked: without its ending. */
export function coreOf({ text, writing }: Word): string {
  return writing === 'hangul' ? withoutEnding(text) : text.replace(OKURIGANA, '');
}

function wordsAskedFor(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const run of runsIn(text)) {
    for (const word of wordsOf(run)) words.set(word.text, word);
  }
  const all = [...words.values()];
  const telling = all.filter((word) => !KANA_ENDING.test(word.text));
  return (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
}

function requiredOf(text: string): string[] {
  return requiredGramsOf(text).map(gram);
}

/** Korean compounds of four syllables or more may be written with a space inside, and asked for without. */
function pieces(word: Word): string {
  const core = coreOf(word);
  const grams = requiredOf(core);
  if (grams.length === 0) return quoted(core);
  if (word.writing !== 'hangul' || grams.length < 3) return grams.map(quoted).join(' & ');
  const parted = grams.slice(1, -1).map((crossing) => grams.filter((each) => each !== crossing));
  return `(${parted.map((rest) => rest.map(quoted).join(' & ')).join(' | ')})`;
}

function any(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' | ')})`;
}

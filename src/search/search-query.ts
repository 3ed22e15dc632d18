import { requiredGramsOf } from './grams.js';
import { withoutEnding } from './korean.js';
import { gram, inTitle, ofLocale, quoted, stemmed, tagged } from './lexeme.js';
import { useLexemes } from './search-words.js';
import { stemsOf } from './stemmers.js';
import { stopWordsAmong } from './stop-words.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';
import { nearlyThe } from './typing-errors.js';

/** Which documents are asked for, besides their words. */
export interface SearchFilter {
  /** A canonical locale; `null`: all of them. */
  readonly locale: string | null;
  /** A tag; `null`: any or none. */
  readonly tag: string | null;
}

/** A word that is asked for; conditions are the text form of a PostgreSQL `tsquery`. */
export interface AskedWord {
  readonly word: Word;
  /** The word occurs, in any of its forms. */
  readonly condition: string;
  /** It occurs in the title. */
  readonly titled: string;
  /** A word that differs by a letter occurs in the title; `null` where no error is forgiven. */
  readonly near: string | null;
  /** What it is ranked by, any of them. */
  readonly ranked: readonly string[];
  /** How many of those a document in which it occurs usually holds. */
  readonly forms: number;
  /** It says nothing of what is asked for. */
  readonly isStopWord: boolean;
}

/** What a reader's text asks for. */
export interface SearchQuery {
  readonly words: readonly AskedWord[];
  /** Conditions that every document must meet: locale and tag. */
  readonly where: readonly string[];
  /** What stood in quotation marks must occur so; `null`: nothing did. */
  readonly phrases: string | null;
}

/** In UTF-16 units; the rest is not looked at. */
const MAX_LENGTH = 400;
/** More words make a query slower, not better. */
const MAX_WORDS = 24;
/** Particles and endings: し, ます, の. */
const KANA_ENDING = /^\p{scx=Hira}{1,2}$/u;
/** The end of a Japanese word that changes with its use: く in 書く, しい in 美しい. */
const OKURIGANA = /(?<=\p{sc=Han})\p{sc=Hira}+$/u;
/** Quotation marks as they are typed in the languages of the world, in pairs. */
const QUOTED = /"([^"]+)"|[“„”]([^“”„]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』/gu;

/**
 * Reads any text whatever as a query; `undefined` if there is no word in it: it finds nothing.
 * @param languages those whose stems the index may hold
 */
export function queryOf(
  text: string,
  filter: SearchFilter,
  languages: readonly string[],
): SearchQuery | undefined {
  const asked = text.slice(0, MAX_LENGTH);
  const words = wordsAskedFor(asked);
  if (words.length === 0) return undefined;
  const stopWords = stopWordsAmong(words, languages);
  const phrases = [...asked.matchAll(QUOTED)].flatMap((match) => {
    const phrase = phraseOf(match.slice(1).find((part) => part !== undefined)!);
    return phrase === undefined ? [] : [phrase];
  });
  return {
    words: words.map((word) => askedWord(word, languages, stopWords.has(word.text))),
    where: [
      ...(filter.locale === null ? [] : [quoted(ofLocale(filter.locale))]),
      ...(filter.tag === null ? [] : [quoted(tagged(filter.tag))]),
    ],
    phrases: phrases.length === 0 ? null : phrases.join(' & '),
  };
}

/** What of a word of unspaced scripts or Korean is looked for and marked: without its ending. */
export function coreOf({ text, writing }: Word): string {
  return writing === 'hangul' ? withoutEnding(text) : text.replace(OKURIGANA, '');
}

/** A Korean noun of one syllable, which may be one of two: 집을 is 집, and 가을 is not 가. It ranks by both. */
function withoutParticle({ text, writing }: Word): string[] {
  return writing === 'hangul' && /^.[은는이가을를의에와과도로]$/u.test(text) ? [text[0]!] : [];
}

/** The condition that any of the lexemes occurs. */
export function any(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoted).join(' | ')})`;
}

function wordsAskedFor(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const run of runsIn(text)) {
    for (const word of wordsOf(run)) words.set(word.text, word);
  }
  const all = [...words.values()];
  const telling = all.filter((word) => !KANA_ENDING.test(word.text));
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
}

function askedWord(word: Word, languages: readonly string[], isStopWord: boolean): AskedWord {
  if (word.writing !== 'spaced') {
    const grams = [...requiredGramsOf(coreOf(word)), ...withoutParticle(word)].map(gram);
    const ranked = word.writing === 'hangul' && grams.length > 0 ? grams : [word.text, ...grams];
    return {
      word,
      condition: pieces(word, (lexeme) => lexeme),
      titled: pieces(word, inTitle),
      near: null,
      ranked,
      forms: ranked.length,
      isStopWord,
    };
  }
  const stems = languages.map((language) =>
    stemsOf(word, language).map((stem) => stemmed(language, stem)),
  );
  const forms = [word.text, ...stems.flat()];
  const near = nearlyThe(word);
  return {
    word,
    condition: any(forms),
    titled: any(forms.map(inTitle)),
    near: near.length === 0 ? null : any([...forms, ...near]),
    ranked: forms,
    forms: 1 + Math.max(0, ...stems.map(({ length }) => length)),
    isStopWord,
  };
}

/** Korean compounds of four syllables or more may be written with a space inside, and asked for without. */
function pieces(word: Word, kind: (lexeme: string) => string): string {
  const core = coreOf(word);
  const grams = requiredGramsOf(core).map((text) => kind(gram(text)));
  if (grams.length === 0) return quoted(kind(core));
  if (word.writing !== 'hangul' || grams.length < 3) {
    return `(${grams.map(quoted).join(' & ')})`;
  }
  const parted = grams.slice(1, -1).map((_, index) => grams.toSpliced(index + 1, 1));
  return `(${parted.map((rest) => rest.map(quoted).join(' & ')).join(' | ')})`;
}

/** The condition that words follow each other as in `text`; `undefined` if there are none. */
function phraseOf(text: string): string | undefined {
  const all: { readonly lexeme: string; readonly place: number; readonly inPhrases: boolean }[] =
    [];
  useLexemes(text, [], (lexeme, place, inPhrases) => all.push({ lexeme, place, inPhrases }));
  const usual = all.filter(({ inPhrases }) => inPhrases);
  const lexemes = usual.length > 0 ? usual : all;
  if (lexemes.length === 0) return undefined;
  const steps = lexemes.map(({ lexeme, place }, index) => {
    const step = place - (lexemes[index - 1]?.place ?? place);
    return `${index === 0 ? '' : step === 0 ? ' & ' : ` <${step}> `}${quoted(lexeme)}`;
  });
  return `(${steps.join('')})`;
}

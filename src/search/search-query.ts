import { ofLocale, quoted, tagged } from './lexeme.js';
import { forEachLexeme } from './lexemes-in.js';
import { type QueryTerm, termOfName, termOfWord } from './query-term.js';
import { signedNamesIn } from './signed-names.js';
import { stopWordsAmong } from './stop-words.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';
import type { Occurrence } from './vector.js';
import { wholeTitles } from './whole-titles.js';

export interface SearchFilter {
  /** A canonical locale; `null`: all of them. */
  readonly locale: string | null;
  /** A tag; `null`: any or none. */
  readonly tag: string | null;
}

/** A reader's query; conditions are PostgreSQL's text form of `tsquery`. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[];
  /** Conditions that every document must meet: locale and tag. */
  readonly where: readonly string[];
  /** The condition for quoted phrases; `null`: none. */
  readonly phrases: string | null;
  /** The title is the text itself; the title is the text but for signs. The more of them, the better. */
  readonly wholeTitles: readonly string[];
}

/** UTF-16 units; the rest is ignored. */
const MAX_LENGTH = 400;
/** More terms make a query slower, not better. */
const MAX_TERMS = 24;
/** Particles and endings: し, ます, の. */
const KANA_ENDING = /^\p{scx=Hira}{1,2}$/u;
/** Quotation marks as they are typed in the languages of the world, in pairs. */
const QUOTED = /"([^"]+)"|[“„”]([^“”„]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』/gu;

/** Reads any text as a query; `undefined`: nothing to look for. @param languages whose stems the index may hold */
export function queryOf(
  text: string,
  filter: SearchFilter,
  languages: readonly string[],
): SearchQuery | undefined {
  const asked = text.slice(0, MAX_LENGTH);
  const titles = wholeTitles(asked);
  if (titles.length === 0) return undefined;
  const words = wordsAskedFor(asked);
  const stopWords = stopWordsAmong(words, languages);
  const phrases = [...asked.matchAll(QUOTED)].flatMap((match) => {
    const phrase = phraseOf(match.slice(1).find((part) => part !== undefined)!);
    return phrase === undefined ? [] : [phrase];
  });
  return {
    terms: [
      ...words.map((word) => termOfWord(word, languages, stopWords.has(word.text))),
      ...signedNamesIn(asked).map(termOfName),
    ].slice(0, MAX_TERMS),
    where: [
      ...(filter.locale === null ? [] : [quoted(ofLocale(filter.locale))]),
      ...(filter.tag === null ? [] : [quoted(tagged(filter.tag))]),
    ],
    phrases: phrases.length === 0 ? null : phrases.join(' & '),
    wholeTitles: titles.map(quoted),
  };
}

function wordsAskedFor(text: string): Word[] {
  const words = new Map<string, Word>();
  for (const run of runsIn(text)) {
    for (const word of wordsOf(run)) words.set(word.text, word);
  }
  const all = [...words.values()];
  const significant = all.filter((word) => !KANA_ENDING.test(word.text));
  return significant.length > 0 ? significant : all;
}

/** The condition that words follow each other as in `text`; `undefined` if there are none. */
function phraseOf(text: string): string | undefined {
  const all: Occurrence[] = [];
  forEachLexeme(text, [], (occurrence) => all.push(occurrence));
  const usual = all.filter(({ inPhrases }) => inPhrases);
  const lexemes = usual.length > 0 ? usual : all;
  if (lexemes.length === 0) return undefined;
  const steps = lexemes.map(({ lexeme, place }, index) => {
    const step = place - (lexemes[index - 1]?.place ?? place);
    return `${index === 0 ? '' : step === 0 ? ' & ' : ` <${step}> `}${quoted(lexeme)}`;
  });
  return `(${steps.join('')})`;
}

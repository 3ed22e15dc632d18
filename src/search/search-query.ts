import { ofLocale, quoted, signedNamesIn, tagged, wholeTitles } from './lexeme.js';
import { forEachLexeme } from './lexemes-in.js';
import { type QueryTerm, termOfName, termOfWord } from './query-term.js';
import { stopWordsAmong } from './stop-words.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';
import type { Occurrence } from './vector.js';

export interface SearchFilter {
  /** A canonical locale; `null` for all locales. */
  readonly locale: string | null;
  /** A tag; `null` for documents with any tags or none. */
  readonly tag: string | null;
}

/** A parsed query. Each condition is a `tsquery` in its text form. */
export interface SearchQuery {
  /** The words and names that find documents. */
  readonly terms: readonly QueryTerm[];
  /** Function words beside other words. They find no documents, and affect the rank a little. */
  readonly stopWords: readonly QueryTerm[];
  /** Conditions that every document must meet: locale and tag. */
  readonly where: readonly string[];
  /** The condition for quoted phrases; `null` if the query has none. */
  readonly phrases: string | null;
  /**
   * Two conditions: the title equals the query; the words of the title equal the words of the query. Documents that
   * meet both rank before documents that meet one.
   */
  readonly wholeTitles: readonly string[];
}

/** Longer queries are cut to this length, in UTF-16 units. */
const MAX_LENGTH = 400;
/** Maximum number of terms. More terms make a search slower, not better. */
const MAX_TERMS = 24;
/**
 * Matches Japanese particles and endings: し, ます, の. If the query has other words, such particles and endings are not
 * searched for.
 */
const KANA_ENDING = /^\p{scx=Hira}{1,2}$/u;
/** A phrase between the quotation marks of various languages. */
const QUOTED = /"([^"]+)"|[“„”]([^“”„]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』/gu;

/** Parses any text; `undefined` if the text is blank. @param languages languages whose stems the index can contain */
export function queryOf(
  text: string,
  filter: SearchFilter,
  languages: readonly string[],
): SearchQuery | undefined {
  const asked = text.slice(0, MAX_LENGTH);
  const titles = wholeTitles(asked);
  if (titles.length === 0) return undefined;
  const all = wordsAskedFor(asked);
  const stopWords = stopWordsAmong(all, languages);
  const phrases = [...asked.matchAll(QUOTED)].flatMap((match) => {
    const phrase = phraseOf(match.slice(1).find((part) => part !== undefined)!);
    return phrase === undefined ? [] : [phrase];
  });
  return {
    terms: [
      ...all
        .filter(({ text: word }) => !stopWords.has(word))
        .map((word) => termOfWord(word, languages)),
      ...signedNamesIn(asked).map(termOfName),
    ].slice(0, MAX_TERMS),
    stopWords: all
      .filter(({ text: word }) => stopWords.has(word))
      .slice(0, MAX_TERMS)
      .map((word) => termOfWord(word, languages)),
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

/** Makes the condition that the words of `text` follow each other directly; `undefined` if `text` has no words. */
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

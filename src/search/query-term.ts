import { any, fuzzyForms, gram, inTitle, quoted, signedName, stemmed } from './lexeme.js';
import { requiredGramsOf } from './grams.js';
import { stemsOf } from './stemmers.js';
import type { Word } from './tokenise.js';
import { isStopWord } from './stop-words.js';

/** A word or a name of the query. Each condition is a `tsquery` in its text form. */
export interface QueryTerm {
  /** `null` if the term is a name with symbols, such as C++. */
  readonly word: Word | null;
  /** Matches documents with the name, with any form of the word, or with a part of a compound word. */
  readonly condition: string;
  /** Like `condition`, but in the title. */
  readonly titled: string;
  /** The lexemes whose occurrences affect the rank. */
  readonly ranked: readonly string[];
  /** Number of lexemes of `ranked` that a matching document usually has. */
  readonly forms: number;
  /**
   * Lexemes of possible parts of the word, if the word can be a compound. These lexemes have half the weight of those
   * in `ranked`.
   */
  readonly parts: readonly string[];
  /**
   * Matches documents with the word, or with a title word that differs by one letter; `null` if the search forgives no
   * typing error in this word.
   */
  readonly fuzzy: string | null;
}

/** The ending of a Japanese word in kana: く in 書く, しい in 美しい. */
const OKURIGANA = /(?<=\p{sc=Han})\p{sc=Hira}+$/u;

/** Removes the Japanese or Korean ending of a word, so that other forms are also found and highlighted. */
export function coreOf({ text, writing }: Word): string {
  return writing === 'hangul' ? withoutEnding(text) : text.replace(OKURIGANA, '');
}

/** Makes the term of a word. @param languages the languages whose stems the index can contain */
export function termOfWord(word: Word, languages: readonly string[]): QueryTerm {
  return word.writing === 'spaced' ? spaced(word, languages) : unspaced(word);
}

/** Makes the term of a name with symbols. Such names are searched only in titles. */
export function termOfName(name: string): QueryTerm {
  const lexeme = signedName(name);
  const condition = quoted(lexeme);
  return {
    word: null,
    condition,
    titled: condition,
    ranked: [lexeme],
    forms: 1,
    parts: [],
    fuzzy: null,
  };
}

function spaced(word: Word, languages: readonly string[]): QueryTerm {
  const stems = languages.map((language) => stemsOf(word, language));
  const lexemes = stems.flatMap((each, n) => each.map((stem) => stemmed(languages[n]!, stem)));
  const ranked = [word.text, ...lexemes];
  const parts = partsOfCompound(word, languages);
  const all = [...ranked, ...parts];
  const forms = 1 + Math.max(0, ...stems.map(({ length }) => length));
  const similar = fuzzyForms(word);
  const fuzzy = similar.length === 0 ? null : any([...ranked, ...similar]);
  const titled = any(all.map(inTitle));
  return { word, condition: any(all), titled, ranked, forms, parts, fuzzy };
}

function unspaced(word: Word): QueryTerm {
  const grams = [...requiredGramsOf(coreOf(word)), ...withoutParticle(word)].map(gram);
  const ranked = word.writing === 'hangul' && grams.length > 0 ? grams : [word.text, ...grams];
  const condition = pieces(word, (lexeme) => lexeme);
  const titled = pieces(word, inTitle);
  const forms = ranked.length;
  return { word, condition, titled, ranked, forms, parts: [], fuzzy: null };
}

/**
 * Finds a noun of one syllable before a particle: 집 in 집을, but also, wrongly, 가 in 가을. The noun affects only the rank.
 */
function withoutParticle({ text, writing }: Word): string[] {
  return writing === 'hangul' && /^.[은는이가을를의에와과도로]$/u.test(text) ? [text[0]!] : [];
}

/** Number of grams up to which one may be absent: the condition grows with the square of this number. */
const MAX_PARTED = 12;

/**
 * Makes the condition that all grams of a word without its ending occur. If a Korean word has four or more syllables
 * without its ending, one inner gram may be absent, because a text can contain the word with a space inside.
 */
function pieces(word: Word, kind: (lexeme: string) => string): string {
  const core = coreOf(word);
  const grams = requiredGramsOf(core).map((text) => kind(gram(text)));
  if (grams.length === 0) return quoted(kind(core));
  if (word.writing !== 'hangul' || grams.length < 3 || grams.length > MAX_PARTED) {
    return `(${grams.map(quoted).join(' & ')})`;
  }
  const parted = grams.slice(1, -1).map((_, index) => grams.toSpliced(index + 1, 1));
  return `(${parted.map((rest) => rest.map(quoted).join(' & ')).join(' | ')})`;
}

/** Endings of Korean nouns and verbal nouns: 문서를, 문서에서, 발표했다. */
const PARTICLES =
  '은 는 이 가 을 를 의 와 과 도 만 에 에는 에도 에서 에서는 에서도 에게 에게서 로 으로 로는 으로는 로서 으로서 ' +
  '로써 으로써 로부터 으로부터 까지 부터 보다 처럼 마다 조차 밖에 들 들이 들은 들을 들의 들에게 이란 이나 이라 ' +
  '이라는 이라고';
const VERBS =
  '하다 한다 했다 하는 하여 해서 하고 하기 한 할 하였다 합니다 했습니다 되다 된다 됐다 되는 되어 돼서 되고 된 ' +
  '되었다 됩니다 되었습니다 이다 이며 이고 인 입니다 이었다';
const LONGEST_FIRST = `${PARTICLES} ${VERBS}`
  .split(' ')
  .toSorted((one, other) => other.length - one.length);

/** Removes the ending of a Korean word if at least two syllables remain. Endings that change a stem stay. */
function withoutEnding(word: string): string {
  const ending = LONGEST_FIRST.find(
    (each) => word.length >= each.length + 2 && word.endsWith(each),
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(['da', 'de', 'nb', 'nl', 'nn', 'no', 'sv']);
/** Minimum number of letters of a part of a compound, and of the rest. Shorter strings are seldom words. */
const MIN_PART = 4;
const MIN_REST = 3;

/**
 * Makes lexemes of every possible first and last part of a compound, such as `Fahrrad` and `Kette` of `Fahrradkette`.
 * Stop words are not parts.
 */
function partsOfCompound(word: Word, languages: readonly string[]): string[] {
  const letters = Array.from(word.accented);
  const compounding = languages.filter((language) => COMPOUNDING.has(language));
  if (compounding.length === 0 || word.writing !== 'spaced') return [];
  const parts: string[] = [];
  for (let place = MIN_REST; place <= letters.length - MIN_REST; place += 1) {
    if (place >= MIN_PART) parts.push(letters.slice(0, place).join(''));
    if (letters.length - place >= MIN_PART) parts.push(letters.slice(place).join(''));
  }
  const lexemes = compounding.flatMap((language) =>
    parts
      .filter((part) => !isStopWord(part, language))
      .flatMap((part) => stemsOf({ ...word, text: part, accented: part }, language))
      .map((stem) => stemmed(language, stem)),
  );
  return [...new Set(lexemes)];
}

import { partsOfCompound } from './compounds.js';
import { fuzzyForms } from './fuzzy.js';
import { requiredGramsOf } from './grams.js';
import { withoutEnding } from './korean.js';
import { any, gram, inTitle, quoted, signedName, stemmed } from './lexeme.js';
import { stemsOf } from './stemmers.js';
import type { Word } from './tokenise.js';

/** A word that is asked for; conditions are the text form of a PostgreSQL `tsquery`. */
export interface QueryTerm {
  /** `null`: a name that holds signs. */
  readonly word: Word | null;
  /** It occurs, in any of its forms. */
  readonly condition: string;
  /** It occurs in the title. */
  readonly titled: string;
  /** The lexemes that it is ranked by, any of them. */
  readonly ranked: readonly string[];
  /** How many of those a document in which it occurs usually holds. */
  readonly forms: number;
  /** The lexemes of what a compound may be made of; they count half. */
  readonly parts: readonly string[];
  /** A word that differs by a letter occurs in the title; `null` where no error is forgiven. */
  readonly fuzzy: string | null;
  /** It says nothing of what is asked for. */
  readonly isStopWord: boolean;
}

/** The end of a Japanese word that changes with its use: く in 書く, しい in 美しい. */
const OKURIGANA = /(?<=\p{sc=Han})\p{sc=Hira}+$/u;

/** What of a word of unspaced scripts or Korean is looked for and marked: without its ending. */
export function coreOf({ text, writing }: Word): string {
  return writing === 'hangul' ? withoutEnding(text) : text.replace(OKURIGANA, '');
}

/** A word to look for. @param languages those whose stems the index may hold */
export function termOfWord(
  word: Word,
  languages: readonly string[],
  isStopWord: boolean,
): QueryTerm {
  return { ...(word.writing === 'spaced' ? spaced(word, languages) : unspaced(word)), isStopWord };
}

/** A name that holds signs, which is looked for in titles. */
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
    isStopWord: false,
  };
}

function spaced(word: Word, languages: readonly string[]): Omit<QueryTerm, 'isStopWord'> {
  const stems = languages.map((language) =>
    stemsOf(word, language).map((stem) => stemmed(language, stem)),
  );
  const ranked = [word.text, ...stems.flat()];
  const parts = partsOfCompound(word, languages);
  const all = [...ranked, ...parts];
  const forms = 1 + Math.max(0, ...stems.map(({ length }) => length));
  const similar = fuzzyForms(word);
  const fuzzy = similar.length === 0 ? null : any([...ranked, ...similar]);
  const titled = any(all.map(inTitle));
  return { word, condition: any(all), titled, ranked, forms, parts, fuzzy };
}

function unspaced(word: Word): Omit<QueryTerm, 'isStopWord'> {
  const grams = [...requiredGramsOf(coreOf(word)), ...withoutParticle(word)].map(gram);
  const ranked = word.writing === 'hangul' && grams.length > 0 ? grams : [word.text, ...grams];
  const condition = pieces(word, (lexeme) => lexeme);
  const titled = pieces(word, inTitle);
  return { word, condition, titled, ranked, forms: ranked.length, parts: [], fuzzy: null };
}

/** A Korean noun of one syllable, which may be one of two: 집을 is 집, and 가을 is not 가. It ranks by both. */
function withoutParticle({ text, writing }: Word): string[] {
  return writing === 'hangul' && /^.[은는이가을를의에와과도로]$/u.test(text) ? [text[0]!] : [];
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

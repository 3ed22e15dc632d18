import { anySpelling, OMITTED, SHAPING } from './fold.js';
import type { QueryTerm } from './query-term.js';
import { SPACED } from './tokenise.js';

/** Minimum length of a beginning that is not the word itself. Too many other words begin like a shorter one. */
const SHORTEST_BEGINNING = 3;

/**
 * Matches a character that ends a word. This class has no classes of PostgreSQL, because they depend on the locale of
 * the database. Characters of `SHAPING` can be within a word.
 */
const BETWEEN = `[^${rangesOfSpaced()}${SHAPING.slice(1, -1)}]`;
const BEFORE = `(?:^|${BETWEEN})${OMITTED}`;
/** An Arabic article of up to 4 letters can precede a word. */
const ARTICLE = `(?:.${OMITTED}){0,4}`;

/**
 * Makes regular expressions of PostgreSQL for the place in a long text around which a snippet is cut. The first
 * expression that matches counts. In this order: the rarest word or one of its stems, a word that begins like it, a
 * word that begins like another word of the query, a word that begins like a stem without its last letter (city for
 * `cities`, whose stem is `citi`).
 * @param terms rarest first
 */
export function placesOf(terms: readonly QueryTerm[]): string[] {
  const words = terms.filter(({ word }) => word !== null);
  const rarest = words.slice(0, 1);
  const places = [
    placeOf(rarest, ({ spellings }) => spellings, BETWEEN),
    placeOf(rarest, beginnings),
    placeOf(words.slice(1), beginnings),
    placeOf(words, cutBeginnings),
  ];
  return [...new Set(places.filter((place) => place !== ''))];
}

/**
 * Makes one expression for forms of several words; '' if there are no words.
 * @param after what must follow a form of a word in a script with spaces
 */
function placeOf(
  terms: readonly QueryTerm[],
  formsOf: (term: QueryTerm) => readonly string[],
  after = '',
): string {
  const spaced = alternatives(terms.filter(isSpaced).flatMap(formsOf));
  const inside = alternatives(
    terms.filter((term) => !isSpaced(term)).flatMap((term) => term.spellings),
  );
  const begun = spaced === '' ? '' : `${BEFORE}(?:${spaced})${after}`;
  return [begun, inside].filter((each) => each !== '').join('|');
}

const isSpaced = ({ word }: QueryTerm): boolean => word!.writing === 'spaced';

const beginnings = ({ word, spellings }: QueryTerm): readonly string[] =>
  spellings.filter((form) => form === word!.text || form.length >= SHORTEST_BEGINNING);

const cutBeginnings = ({ spellings }: QueryTerm): readonly string[] =>
  spellings
    .map((form) => Array.from(form).slice(0, -1))
    .filter(({ length }) => length >= SHORTEST_BEGINNING)
    .map((letters) => letters.join(''));

const alternatives = (forms: readonly string[]): string =>
  [...new Set(forms)]
    .map((form) => (/^\p{sc=Arab}/u.test(form) ? ARTICLE : '') + anySpelling(form))
    .join('|');

/**
 * Returns the ranges of `SPACED`, for a class of PostgreSQL. Unassigned characters between two characters of `SPACED`
 * belong to their range. Beyond U+FFFF, all characters before the symbols belong to a range.
 */
function rangesOfSpaced(): string {
  const characters = Array.from({ length: 2 ** 16 }, (_, code) => String.fromCharCode(code));
  const runs = characters.join('').matchAll(new RegExp(`${SPACED}(?:\\p{Cn}*${SPACED})*`, 'gv'));
  const ranges = Array.from(
    runs,
    ({ index, 0: run }) => `${escaped(index)}-${escaped(index + run.length - 1)}`,
  );
  return `${ranges.join('')}\\U00010000-\\U0001efff`;
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

import { anySpelling } from './fold.js';
import type { QueryTerm } from './query-term.js';
import { SPACED } from './tokenise.js';

/** Minimum length of a stem that is a beginning. Too many other words begin like a shorter stem. */
const SHORTEST_BEGINNING = 3;
/** Minimum length of a stem without its last letter. A shorter stem keeps this letter. */
const SHORTEST_CUT = 2;
/** An Arabic article of up to 4 letters can precede a word. */
const ARTICLE = '.{0,4}';

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
    placeOf(rarest, ({ spellings }) => spellings, { whole: true }),
    placeOf(rarest, beginnings),
    placeOf(words.slice(1), beginnings),
    placeOf(words, ({ spellings }) => spellings.map(withoutLastLetter)),
  ];
  return [...new Set(places.filter((place) => place !== ''))];
}

/**
 * Makes one expression for forms of several words; '' if there are no words.
 * @param options `whole`: whether the word of the text ends with the form
 */
function placeOf(
  terms: readonly QueryTerm[],
  formsOf: (term: QueryTerm) => readonly string[],
  { whole = false } = {},
): string {
  const { before, after } = boundaries();
  const spaced = alternatives(terms.filter(isSpaced).flatMap(formsOf));
  const inside = alternatives(
    terms.filter((term) => !isSpaced(term)).flatMap((term) => term.spellings),
  );
  const article = terms.some(({ word }) => /^\p{sc=Arab}/u.test(word!.text)) ? ARTICLE : '';
  const begun = spaced === '' ? '' : `${before}${article}(?:${spaced})${whole ? after : ''}`;
  return [begun, inside].filter((each) => each !== '').join('|');
}

const isSpaced = ({ word }: QueryTerm): boolean => word!.writing === 'spaced';

const beginnings = ({ word, spellings }: QueryTerm): readonly string[] =>
  spellings.filter((form) => form === word!.text || form.length >= SHORTEST_BEGINNING);

const withoutLastLetter = (form: string): string =>
  form.slice(0, Math.max(form.length - 1, SHORTEST_CUT));

const alternatives = (forms: readonly string[]): string =>
  [...new Set(forms)].map(anySpelling).join('|');

/** Characters of `SPACED`, as ranges for a class of PostgreSQL; `undefined` before the first search. */
let spacedRanges: string | undefined;

/**
 * Makes the expressions for the characters before and after a word. They do not use the classes of PostgreSQL, because
 * these depend on the locale of the database.
 */
function boundaries(): { readonly before: string; readonly after: string } {
  spacedRanges ??= rangesOfSpaced();
  return { before: `(?:^|[^${spacedRanges}])`, after: `(?:$|[^${spacedRanges}])` };
}

/**
 * Returns the ranges of `SPACED`, in 20 ms. Unassigned characters between two letters belong to their range. Beyond
 * U+FFFF, all characters before the symbols count as letters.
 */
function rangesOfSpaced(): string {
  const characters = Array.from({ length: 2 ** 16 }, (_, code) => String.fromCharCode(code)).join(
    '',
  );
  const runs = characters.matchAll(new RegExp(`${SPACED}(?:\\p{Cn}*${SPACED})*`, 'gv'));
  const ranges = Array.from(
    runs,
    ({ index, 0: run }) => `${hex(index)}-${hex(index + run.length - 1)}`,
  );
  return `${ranges.join('')}\\U00010000-\\U0001efff`;
}

const hex = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

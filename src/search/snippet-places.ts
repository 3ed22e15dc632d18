import { anySpelling } from './fold.js';
import type { QueryTerm } from './query-term.js';

/** A form shorter than this is no beginning, because too many other words begin like it. */
const SHORTEST_BEGINNING = 3;
const BEFORE = '(?:^|[^[:alnum:]])';
const AFTER = '(?:$|[^[:alnum:]])';
/** An Arabic article of up to 4 letters can precede a word. */
const ARTICLE = '.{0,4}';

/**
 * Makes regular expressions of PostgreSQL for the place in a long text around which a snippet is cut. The first
 * expression that matches counts: for the rarest word in one of its forms, for a word that begins like it, for a word
 * that begins like any of the words.
 * @param terms rarest first
 */
export function placesOf(terms: readonly QueryTerm[]): string[] {
  const words = terms.filter(({ word }) => word !== null);
  const rarest = words.slice(0, 1);
  const places = [rarest.map(inFull), rarest.map(beginning), words.map(beginning)];
  return places.map((each) => each.join('|')).filter((place) => place !== '');
}

function inFull({ word, spellings }: QueryTerm): string {
  return word!.writing === 'spaced'
    ? `${before(word!.text)}(?:${alternatives(spellings)})${AFTER}`
    : alternatives(spellings);
}

function beginning({ word, spellings }: QueryTerm): string {
  if (word!.writing !== 'spaced') return alternatives(spellings);
  const long = spellings.filter((form) => form === word!.text || form.length >= SHORTEST_BEGINNING);
  const shortest = long.filter(
    (form) => !long.some((each) => each !== form && form.startsWith(each)),
  );
  return `${before(word!.text)}(?:${alternatives(shortest)})`;
}

const before = (text: string): string => (/^\p{sc=Arab}/u.test(text) ? BEFORE + ARTICLE : BEFORE);

const alternatives = (forms: readonly string[]): string => forms.map(anySpelling).join('|');

import { quoted } from './lexeme.js';
import { tokenise, type Word, wordsIn } from './tokenise.js';

/** What a reader's text asks for. */
export interface SearchQuery {
  /** The text form of a PostgreSQL `tsquery`: every word must occur. */
  readonly condition: string;
  /** The same words as readers see them, to be marked. */
  readonly words: readonly Word[];
}

/** In UTF-16 units; the rest is not looked at. */
const LONGEST_QUERY = 200;
/** More index words make a query slower, not better. */
const MOST_WORDS = 64;

/** Reads any text whatever as a query; `undefined` if there is no word in it: it finds nothing. */
export function queryOf(text: string): SearchQuery | undefined {
  const asked = text.slice(0, LONGEST_QUERY);
  const tokens = [...new Set(tokenise(asked))].slice(0, MOST_WORDS);
  if (tokens.length === 0) return undefined;
  return { condition: tokens.map(quoted).join(' & '), words: [...wordsIn(asked)] };
}

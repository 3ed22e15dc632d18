import { stemsOf } from './stemmers.js';
import { runsIn, type Word, wordsOf } from './tokenise.js';

/**
 * Number of characters of words and their stems that are compared with the query for all snippets of one answer. This
 * takes some 10 ms, in the thread that answers requests.
 */
export const MAX_COMPARED = 30_000;
/** Part of `MAX_COMPARED` that each text gets while anything is left. The first texts of a long list need so much. */
const MIN_COMPARED = 1_000;
/** A longer word of a text is not compared with the query. One character can become 18 in the index. */
const LONGEST_COMPARED = 100;

/** The comparisons that are left for the snippets of one answer, as a number of characters. */
export interface Effort {
  left: number;
}

/**
 * Returns a function that begins the comparison of one text with the query. The comparison takes a word of the text, also
 * folded, and returns the query word that has a form in common with this word. A folded word that is such a form needs no
 * effort. Other results are cached, because texts repeat their words. When the effort for the text is used up, words that
 * are not cached count as unlike the query.
 */
export function comparisonWith(words: readonly Word[], language: string, effort: Effort) {
  const byForm = new Map<string | undefined, string>(
    words.flatMap((word) => formsOf(word, language).map((form) => [form, word.text] as const)),
  );
  const known = new Map<string, string | undefined>();
  return (texts: number) => {
    const end = Math.max(0, effort.left - Math.max(effort.left / texts, MIN_COMPARED));
    return (text: string, folded: string): string | undefined => {
      const same = byForm.get(folded);
      if (same !== undefined) return same;
      if (effort.left > end && text.length <= LONGEST_COMPARED && !known.has(text)) {
        const forms = formsIn(text, language);
        effort.left -= forms.join('').length;
        known.set(text, byForm.get(forms.find((form) => byForm.has(form))));
      }
      return known.get(text);
    };
  };
}

function formsOf(word: Word, language: string): string[] {
  return [word.text, ...stemsOf(word, language)];
}

function formsIn(text: string, language: string): string[] {
  return [...runsIn(text)].flatMap((run) =>
    [...wordsOf(run)].flatMap((word) => formsOf(word, language)),
  );
}

import { flatText } from './fold.js';
import {
  fuzzyForms,
  inTitle,
  ofLocale,
  signedName,
  signedNamesIn,
  tagged,
  wholeTitles,
} from './lexeme.js';
import { forEachLexeme } from './lexemes-in.js';
import { languageOf } from './stemmers.js';
import { runsIn, wordsOf as wordsInRun } from './tokenise.js';
import { Vector, type Weight } from './vector.js';

export interface SearchedDocument {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The content as plain text. */
  readonly text: string;
}

/** The indexed form of a document. */
export interface SearchWords {
  /** Lexemes with positions and weights, in the text form of a PostgreSQL `tsvector`. */
  readonly vector: string;
  /** Number of words of the content. Each character of Korean and of scripts without spaces counts as a word. */
  readonly length: number;
  /** The content in the form that `flatText` makes. Snippets are cut from this text. */
  readonly body: string;
}

/** Unused positions between two fields, so that no phrase matches across them. */
const GAP = 20;

/**
 * Makes the search words of a document. Runs in a worker thread, because the work takes up to 1 s. The time is
 * proportional to the length of the document.
 */
export function wordsOf(document: SearchedDocument): SearchWords {
  const { locale, slug, title, description, tags, text } = document;
  const languages = [languageOf(locale)];
  const vector = new Vector();
  const known = new Map<string, readonly string[]>();
  let start = 0;
  const add = (field: string, weight: Weight): number => {
    const length = forEachLexeme(
      field,
      languages,
      (each) => vector.add({ ...each, place: start + each.place }, weight),
      known,
    );
    start += length + GAP;
    return length;
  };
  vector.mention(ofLocale(locale));
  for (const tag of tags) vector.mention(tagged(tag));
  add(title, 'A');
  for (const name of signedNamesIn(title)) {
    vector.add({ lexeme: signedName(name), place: 0, inPhrases: false }, 'A');
  }
  vector.mentionTitle(inTitle);
  for (const whole of wholeTitles(title)) vector.mention(whole);
  for (const run of runsIn(title)) {
    for (const word of wordsInRun(run)) fuzzyForms(word).forEach((form) => vector.mention(form));
  }
  for (const field of [description, ...tags, slug]) add(field, 'B');
  const length = add(text, '');
  return { vector: vector.toString(), length, body: flatText(text) };
}

export const searchTasks = { words: wordsOf };

type SearchTasks = typeof searchTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SearchTasks {}
}

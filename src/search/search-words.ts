import { gramsOf } from './grams.js';
import { gram, inTitle, ofLocale, quoted, stemmed, tagged } from './lexeme.js';
import { languageOf, stemsOf } from './stemmers.js';
import { type Run, runsIn, wordsOf as wordsOfRun } from './tokenise.js';
import { nearlyThe } from './typing-errors.js';

/** What of a released document is searched. */
export interface SearchedDocument {
  readonly locale: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Its content as plain text. */
  readonly text: string;
}

/** The index words of a document with weights: the text form of a PostgreSQL `tsvector`. */
export type SearchWords = string;

/** A is the title, B description and tags, D (which PostgreSQL does not write) the content. */
type Weight = 'A' | 'B' | '';

/** PostgreSQL takes less than 1 MiB of words and places; the words that come first are kept. In bytes. */
const MOST_BYTES = 1_000_000;
/** More occurrences of one word change its rank by less than a tenth. */
const MOST_PLACES = 4;

/**
 * Finds the index words of a document: title above description and tags, those above content.
 * Pure and linear in the length of the text, but up to 1 s for 200,000 characters: for a worker thread.
 */
export function wordsOf(document: SearchedDocument): SearchWords {
  const language = languageOf(document.locale);
  const entry = new Entry();
  entry.mention(ofLocale(document.locale));
  for (const tag of document.tags) entry.mention(tagged(tag));
  for (const run of runsIn(document.title)) {
    for (const lexeme of lexemesOf(run, language)) {
      entry.add(lexeme, 'A');
      entry.mention(inTitle(lexeme));
    }
    for (const word of wordsOfRun(run)) nearlyThe(word).forEach((near) => entry.mention(near));
  }
  const others = [[document.description, 'B'], ...document.tags.map((tag) => [tag, 'B'])] as const;
  for (const [text, weight] of [...others, [document.text, '']] as [string, Weight][]) {
    for (const run of runsIn(text)) {
      for (const lexeme of lexemesOf(run, language)) entry.add(lexeme, weight);
    }
  }
  return entry.vector();
}

function* lexemesOf(run: Run, language: string): Generator<string> {
  for (const word of wordsOfRun(run)) {
    yield word.text;
    for (const stem of stemsOf(word, language)) yield stemmed(language, stem);
  }
  if (run.writing === 'spaced') return;
  for (const text of gramsOf(run.text)) yield gram(text);
}

class Entry {
  private readonly places = new Map<string, string[]>();

  /** Of no weight: it is looked for, and not ranked by. */
  mention(lexeme: string): void {
    if (!this.places.has(lexeme)) this.places.set(lexeme, []);
  }

  /** One more occurrence. PostgreSQL ranks by how many there are, not by where. */
  add(lexeme: string, weight: Weight): void {
    const known = this.places.get(lexeme);
    if (!known) this.places.set(lexeme, [`1${weight}`]);
    else if (known.length < MOST_PLACES) known.push(`${known.length + 1}${weight}`);
  }

  vector(): SearchWords {
    const entries: string[] = [];
    let bytes = 0;
    for (const [lexeme, places] of this.places) {
      bytes += Buffer.byteLength(lexeme) + 3 + 2 * places.length;
      if (bytes > MOST_BYTES) break;
      entries.push(places.length > 0 ? `${quoted(lexeme)}:${places.join(',')}` : quoted(lexeme));
    }
    return entries.join(' ');
  }
}

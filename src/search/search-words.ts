import { charactersIn, gramsOf } from './grams.js';
import { gram, inTitle, ofLocale, quoted, stemmed, tagged } from './lexeme.js';
import { languageOf, stemsOf } from './stemmers.js';
import { type Run, runsIn, wordsOf as wordsOfRun } from './tokenise.js';
import { nearlyThe } from './typing-errors.js';

/** What of a document is searched. */
export interface SearchedDocument {
  readonly locale: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Its content as plain text. */
  readonly text: string;
}

/** What the index holds of a document. */
export interface SearchWords {
  /** Its index words with places and weights: the text form of a PostgreSQL `tsvector`. */
  readonly vector: string;
  /** Words of the content; of writing without spaces and of Korean, signs. */
  readonly length: number;
}

/** A is the title, B description and tags, D (which PostgreSQL does not write) the content. */
type Weight = 'A' | 'B' | '';

/** PostgreSQL takes less than 1 MiB of words and places; the words that come first are kept. In bytes. */
const MAX_BYTES = 1_000_000;
/** Of a stem or a single sign: more occurrences change its rank by less than a tenth. */
const MAX_PLACES = 4;
/** Of what phrases are made of; PostgreSQL keeps 256 at most. */
const MAX_PHRASE_PLACES = 255;
/** PostgreSQL keeps places below 16,384; later ones begin anew. */
const PLACES = 16_383;
/** Between two fields, so that no phrase goes from one to the next. */
const GAP = 20;

/** A lexeme and where in its text it stands. */
export interface PlacedLexeme {
  readonly lexeme: string;
  readonly place: number;
  /** Phrases are found by it: it is a word as written, or neighbouring signs. */
  readonly inPhrases: boolean;
}

/**
 * Finds the index words of a document: title above description and tags, those above content.
 * Pure and linear in the length of the text, but up to 1 s for 200,000 characters: for a worker thread.
 */
export function wordsOf(document: SearchedDocument): SearchWords {
  const language = languageOf(document.locale);
  const entry = new Entry();
  entry.mention(ofLocale(document.locale));
  for (const tag of document.tags) entry.mention(tagged(tag));
  for (const { lexeme } of entry.add(document.title, 'A', language)) entry.mention(inTitle(lexeme));
  for (const run of runsIn(document.title)) {
    for (const word of wordsOfRun(run)) nearlyThe(word).forEach((near) => entry.mention(near));
  }
  for (const text of [document.description, ...document.tags]) entry.add(text, 'B', language);
  const before = entry.place;
  entry.add(document.text, '', language);
  return { vector: entry.vector(), length: Math.max(entry.place - before - GAP, 0) };
}

/** The lexemes of a text in its order; each word, and of writing without spaces each sign, is a place. */
export function* lexemesIn(
  text: string,
  languages: readonly string[],
): Generator<PlacedLexeme, number> {
  let place = 0;
  for (const run of runsIn(text)) {
    yield* lexemesOf(run, languages, place);
    place += run.writing === 'spaced' ? 1 : charactersIn(run.text).length;
  }
  return place;
}

function* lexemesOf(
  run: Run,
  languages: readonly string[],
  start: number,
): Generator<PlacedLexeme> {
  const isSpaced = run.writing === 'spaced';
  let place = start;
  for (const word of wordsOfRun(run)) {
    yield { lexeme: word.text, place, inPhrases: isSpaced };
    for (const language of languages) {
      for (const stem of stemsOf(word, language)) {
        yield { lexeme: stemmed(language, stem), place, inPhrases: false };
      }
    }
    if (run.writing === 'unspaced') place += charactersIn(word.text).length;
  }
  if (isSpaced) return;
  for (const { text, offset, isAlone } of gramsOf(run.text)) {
    yield { lexeme: gram(text), place: start + offset, inPhrases: !isAlone };
  }
}

class Entry {
  /** Where the next text begins. */
  place = 0;
  private readonly places = new Map<string, string[]>();

  /** Of no weight: it is looked for, and not ranked by. */
  mention(lexeme: string): void {
    if (!this.places.has(lexeme)) this.places.set(lexeme, []);
  }

  /** Adds the lexemes of a text, and returns them. */
  add(text: string, weight: Weight, language: string): PlacedLexeme[] {
    const added: PlacedLexeme[] = [];
    const lexemes = lexemesIn(text, [language]);
    let next = lexemes.next();
    for (; next.done !== true; next = lexemes.next()) {
      const { lexeme, place, inPhrases } = next.value;
      this.occur(lexeme, this.place + place, weight, inPhrases ? MAX_PHRASE_PLACES : MAX_PLACES);
      if (weight === 'A') added.push(next.value);
    }
    this.place += next.value + GAP;
    return added;
  }

  /** The text form; where it would be too long, with fewer places, and then without the last words. */
  vector(): string {
    const whole = this.text(MAX_PHRASE_PLACES);
    return whole.isWhole ? whole.text : this.text(MAX_PLACES).text;
  }

  private occur(lexeme: string, place: number, weight: Weight, max: number): void {
    const known = this.places.get(lexeme);
    const occurrence = `${(place % PLACES) + 1}${weight}`;
    if (!known) this.places.set(lexeme, [occurrence]);
    else if (known.length < max) known.push(occurrence);
  }

  private text(maxPlaces: number): { readonly text: string; readonly isWhole: boolean } {
    const entries: string[] = [];
    let bytes = 0;
    for (const [lexeme, all] of this.places) {
      const places = all.slice(0, maxPlaces);
      bytes += Buffer.byteLength(lexeme) + 3 + 2 * places.length;
      if (bytes > MAX_BYTES) return { text: entries.join(' '), isWhole: false };
      entries.push(places.length > 0 ? `${quoted(lexeme)}:${places.join(',')}` : quoted(lexeme));
    }
    return { text: entries.join(' '), isWhole: true };
  }
}

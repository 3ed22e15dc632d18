import { flatText } from './fold.js';
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
  /** The content as snippets are cut from it. */
  readonly body: string;
}

/** A is the title, B description and tags, D (which PostgreSQL does not write) the content. */
const WEIGHTS = ['', 'B', 'A'] as const;
type Weight = (typeof WEIGHTS)[number];

/** PostgreSQL takes less than 1 MiB of words and places; the words that come first are kept. In bytes. */
const MAX_BYTES = 1_000_000;
/** Of a stem or a single sign: more occurrences change its rank by less than a tenth. */
const MAX_PLACES = 4;
/** Of what phrases are made of; PostgreSQL keeps 256 at most. */
const MAX_PHRASE_PLACES = 255;
/** PostgreSQL keeps places below 16,384; later ones begin anew. */
const PLACES = 16_383;
/** Places are kept together with their weight: the one is above the other. */
const STEP = 2 ** 14;
const WEIGHT_PLACES: Readonly<Record<Weight, number>> = { '': 0, B: STEP, A: 2 * STEP };
/** Between two fields, so that no phrase goes from one to the next. */
const GAP = 20;

/** Takes a lexeme, and where in its text it stands; phrases are found by words and neighbouring signs. */
type Use = (lexeme: string, place: number, inPhrases: boolean) => void;

/**
 * Finds the index words of a document: title above description and tags, those above content.
 * Pure and linear in the length of the text, but up to 1 s for 200,000 characters: for a worker thread.
 */
export function wordsOf(document: SearchedDocument): SearchWords {
  const language = languageOf(document.locale);
  const entry = new Entry(language);
  entry.mention(ofLocale(document.locale));
  for (const tag of document.tags) entry.mention(tagged(tag));
  entry.add(document.title, 'A');
  entry.mentionTitle();
  for (const run of runsIn(document.title)) {
    for (const word of wordsOfRun(run)) nearlyThe(word).forEach((near) => entry.mention(near));
  }
  for (const text of [document.description, ...document.tags]) entry.add(text, 'B');
  const length = entry.add(document.text, '');
  return { vector: entry.vector(), length, body: flatText(document.text) };
}

/** The words of a slug, as those of description and tags: the text form of a `tsvector`. For the main thread, too. */
export function slugVector(slug: string, language: string): string {
  const entry = new Entry(language);
  entry.add(slug, 'B');
  return entry.vector();
}

/**
 * Goes through the lexemes of a text in its order; each word, and of writing without spaces each sign, is a
 * place. Returns how many places there are.
 * @param known the lexemes of words that were seen already: texts repeat their words
 */
export function useLexemes(
  text: string,
  languages: readonly string[],
  use: Use,
  known = new Map<string, readonly string[]>(),
): number {
  let place = 0;
  for (const run of runsIn(text)) {
    if (run.writing === 'spaced') {
      let lexemes = known.get(run.text);
      if (!lexemes) known.set(run.text, (lexemes = wordLexemes(run, languages)));
      lexemes.forEach((lexeme, index) => use(lexeme, place, index === 0));
      place += 1;
    } else {
      place = useSigns(run, place, use);
    }
  }
  return place;
}

/** A word as it is written, and its stems. */
function wordLexemes(run: Run, languages: readonly string[]): readonly string[] {
  const lexemes: string[] = [];
  for (const word of wordsOfRun(run)) {
    lexemes.push(word.text);
    for (const language of languages) {
      for (const stem of stemsOf(word, language)) lexemes.push(stemmed(language, stem));
    }
  }
  return lexemes;
}

/** The words of a run without spaces and its pieces; returns the place behind it. */
function useSigns(run: Run, start: number, use: Use): number {
  let place = start;
  for (const { text } of wordsOfRun(run)) {
    use(text, place, false);
    if (run.writing === 'unspaced') place += charactersIn(text).length;
  }
  const signs = charactersIn(run.text);
  for (const { text, offset, isAlone } of gramsOf(signs)) use(gram(text), start + offset, !isAlone);
  return start + signs.length;
}

class Entry {
  private readonly places = new Map<string, number[]>();
  private readonly known = new Map<string, readonly string[]>();
  /** Where the next text begins. */
  private start = 0;

  constructor(private readonly language: string) {}

  /** Of no weight: it is looked for, and not ranked by. */
  mention(lexeme: string): void {
    if (!this.places.has(lexeme)) this.places.set(lexeme, []);
  }

  /** Mentions all that was added as being in the title. */
  mentionTitle(): void {
    const titled = [...this.places].filter(([, places]) => places.length > 0);
    for (const [lexeme] of titled) this.mention(inTitle(lexeme));
  }

  /** Adds the lexemes of a text, and returns how long it is. */
  add(text: string, weight: Weight): number {
    const { start } = this;
    const use: Use = (lexeme, place, inPhrases) => {
      let places = this.places.get(lexeme);
      if (!places) this.places.set(lexeme, (places = []));
      if (places.length >= (inPhrases ? MAX_PHRASE_PLACES : MAX_PLACES)) return;
      places.push(((start + place) % PLACES) + 1 + WEIGHT_PLACES[weight]);
    };
    const length = useLexemes(text, [this.language], use, this.known);
    this.start += length + GAP;
    return length;
  }

  /** The text form; where it would be too long, with fewer places, and then without the last words. */
  vector(): SearchWords['vector'] {
    return this.text(MAX_PHRASE_PLACES) ?? this.text(MAX_PLACES) ?? '';
  }

  /** `undefined`: it would be too long, and might be shorter with fewer places. */
  private text(maxPlaces: number): string | undefined {
    const entries: string[] = [];
    let bytes = 0;
    for (const [lexeme, all] of this.places) {
      const places = all.slice(0, maxPlaces);
      bytes += Buffer.byteLength(lexeme) + 3 + 2 * places.length;
      if (bytes > MAX_BYTES) {
        if (maxPlaces > MAX_PLACES) return undefined;
        break;
      }
      const written = places.map((place) => `${place % STEP}${WEIGHTS[Math.floor(place / STEP)]}`);
      entries.push(places.length > 0 ? `${quoted(lexeme)}:${written.join(',')}` : quoted(lexeme));
    }
    return entries.join(' ');
  }
}

export const searchTasks = { words: wordsOf };

type SearchTasks = typeof searchTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SearchTasks {}
}

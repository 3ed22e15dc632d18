import { quoted } from './lexeme.js';
import { tokenise } from './tokenise.js';

/** What of a released document is searched. */
export interface SearchedDocument {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Its content as plain text. */
  readonly text: string;
}

/** The index words of a document with places and weights: the text form of a PostgreSQL `tsvector`. */
export type SearchWords = string;

/** PostgreSQL takes less than 1 MiB of words and places; the words that come first are kept. In bytes. */
const MOST_BYTES = 1_000_000;
/** A place beyond this is this one, for PostgreSQL. */
const LAST_PLACE = 16_383;
/** More places of one word change its rank by less than a tenth. */
const MOST_PLACES = 8;
/** Words of two fields never count as neighbours: PostgreSQL looks no farther than 100 places. */
const BETWEEN_FIELDS = 128;

/**
 * Finds the index words of a document: title above description and tags, those above content.
 * Pure and linear in the length of the text, but up to 1 s for 200,000 characters: for a worker thread.
 */
export function wordsOf(document: SearchedDocument): SearchWords {
  const places = new Map<string, string[]>();
  const fields: readonly (readonly [text: string, weight: string])[] = [
    [document.title, 'A'],
    [document.description, 'B'],
    ...document.tags.map((tag) => [tag, 'B'] as const),
    [document.text, ''],
  ];
  let place = 1;
  for (const [text, weight] of fields) {
    for (const word of tokenise(text)) {
      const known = places.get(word);
      if (!known) places.set(word, [Math.min(place, LAST_PLACE) + weight]);
      else if (known.length < MOST_PLACES && place <= LAST_PLACE) known.push(place + weight);
      place += 1;
    }
    place += BETWEEN_FIELDS;
  }
  return vectorOf(places);
}

function vectorOf(places: ReadonlyMap<string, readonly string[]>): SearchWords {
  const entries: string[] = [];
  let bytes = 0;
  for (const [word, where] of places) {
    bytes += Buffer.byteLength(word) + 3 + 2 * where.length;
    if (bytes > MOST_BYTES) break;
    entries.push(`${quoted(word)}:${where.join(',')}`);
  }
  return entries.join(' ');
}

import { quoted } from './lexeme.js';

/** The field of a lexeme: A is the title, B description, tags and slug, none the content. */
export type Weight = 'A' | 'B' | '';

/** PostgreSQL takes less than 1 MiB of lexemes and places; those that come first are kept. In bytes. */
const MAX_BYTES = 1_000_000;
/** Places of a stem or a single sign: more change its rank by less than a tenth. */
const MAX_PLACES = 4;
/** Places of words that phrases use; PostgreSQL keeps 256 at most. */
const MAX_PHRASE_PLACES = 255;
/** PostgreSQL keeps places below 16,384; later ones begin anew. */
const LAST_PLACE = 16_383;

export interface Occurrence {
  readonly lexeme: string;
  /** Its number in the text; what follows each other has numbers that do. */
  readonly place: number;
  readonly inPhrases: boolean;
}

/** Collects the lexemes of a document and where they stand: a PostgreSQL `tsvector` in its text form. */
export class Vector {
  private readonly places = new Map<string, string[]>();

  /** Adds a lexeme that is looked for, and not ranked by. */
  mention(lexeme: string): void {
    if (!this.places.has(lexeme)) this.places.set(lexeme, []);
  }

  /** Adds all lexemes so far as lexemes of the title. */
  mentionTitle(inTitle: (lexeme: string) => string): void {
    const titled = [...this.places].filter(([, places]) => places.length > 0);
    for (const [lexeme] of titled) this.mention(inTitle(lexeme));
  }

  add({ lexeme, place, inPhrases }: Occurrence, weight: Weight): void {
    let places = this.places.get(lexeme);
    if (!places) this.places.set(lexeme, (places = []));
    if (places.length >= (inPhrases ? MAX_PHRASE_PLACES : MAX_PLACES)) return;
    places.push(`${(place % LAST_PLACE) + 1}${weight}`);
  }

  /** The text form; where it would be too long, with fewer places, and then without the last lexemes. */
  toString(): string {
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
      entries.push(places.length > 0 ? `${quoted(lexeme)}:${places.join(',')}` : quoted(lexeme));
    }
    return entries.join(' ');
  }
}

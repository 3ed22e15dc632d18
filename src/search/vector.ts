import { quoted } from './lexeme.js';

/** The weight of a lexeme by its field: A for the title, B for description, tags and slug, none for the content. */
export type Weight = 'A' | 'B' | '';

/** Maximum bytes of lexemes and positions: PostgreSQL allows less than 1 MiB. Further lexemes are left out. */
const MAX_BYTES = 1_000_000;
/**
 * Maximum number of positions of a lexeme that is not used in phrases. More positions would change its rank by less
 * than a tenth.
 */
const MAX_PLACES = 4;
/** Maximum number of positions of a lexeme that is used in phrases. PostgreSQL stores at most 256. */
const MAX_PHRASE_PLACES = 255;
/** The last position that PostgreSQL stores. After this position, the class counts from 1 again. */
const LAST_PLACE = 16_383;

export interface Occurrence {
  readonly lexeme: string;
  /** Position in the text. Neighbouring words have consecutive positions. */
  readonly place: number;
  readonly inPhrases: boolean;
}

/** Collects the lexemes of a document and their positions, for a PostgreSQL `tsvector` in its text form. */
export class Vector {
  private readonly places = new Map<string, string[]>();

  /** Adds a lexeme without positions. Searches find the lexeme, but the lexeme does not affect the rank. */
  mention(lexeme: string): void {
    if (!this.places.has(lexeme)) this.places.set(lexeme, []);
  }

  /** Mentions the title lexeme of each lexeme that has positions. Call this when only the title has been added. */
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

  /** Makes the text form. If the text form is too long, omits positions, and if necessary also the last lexemes. */
  toString(): string {
    return this.text(MAX_PHRASE_PLACES) ?? this.text(MAX_PLACES) ?? '';
  }

  /**
   * Makes the text form with at most `maxPlaces` positions per lexeme; `undefined` if the text form is too long and the
   * caller can try fewer positions.
   */
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

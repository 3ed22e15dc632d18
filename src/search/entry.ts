import type { SearchWords } from './search-words.js';

/** What is stored about the words of a revision. */
export interface NewEntry {
  readonly accountId: string;
  readonly title: string;
  readonly words: SearchWords;
  /** The warnings about the revision, to be stored as JSON; `null`: the search for them failed. */
  readonly warnings: readonly unknown[] | null;
}

/** A found public document, as it was released. */
export interface FoundEntry {
  readonly locale: string;
  readonly slug: string;
  /** The released version that was found. */
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly authorKind: string;
  readonly publishedAt: Date;
  /** The text from which its snippet is cut. */
  readonly body: string;
}

/** An SQL condition that drafts must meet, in addition to the words. */
export interface DraftCondition {
  /** Part of the statement's name. Conditions with different SQL need different names. */
  readonly name: string;
  /** @param id the column with the publication's id; @param bind adds a parameter and returns its placeholder */
  sql(id: string, bind: (value: unknown) => string): string;
}

/** Thrown if the search words of a document cannot be made within the limits. A retry would also fail (contract 3). */
export class IndexFault extends Error {
  override readonly name = 'IndexFault';

  constructor(options?: ErrorOptions) {
    super('The document could not be indexed within the limits of time and memory.', options);
  }
}

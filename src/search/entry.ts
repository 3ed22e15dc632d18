import type { SearchWords } from './search-words.js';

/** The address of a document: what names an entry. */
export interface EntryPath {
  readonly locale: string;
  readonly slug: string;
}

/** The indexed form of one released document. */
export interface NewEntry extends EntryPath {
  readonly publicationId: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly authorKind: string;
  readonly words: SearchWords;
}

/** An entry that was found, with a part of its body. */
export interface FoundEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  /** `null`: it was indexed before they were kept; the same holds for `authorKind`. */
  readonly tags: readonly string[] | null;
  readonly authorKind: string | null;
  readonly publishedAt: Date;
  readonly body: string;
}

/** The indexed form of a working revision. */
export interface NewDraftEntry extends EntryPath {
  readonly accountId: string;
  readonly publicationId: string;
  readonly version: number;
  readonly words: SearchWords;
}

/** An SQL condition for drafts, besides the words. */
export interface DraftCondition {
  /** Different for different texts. */
  readonly name: string;
  /** @param id the column of the publication's id; @param bind gives a value its place */
  sql(id: string, bind: (value: unknown) => string): string;
}

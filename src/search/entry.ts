import type { SearchWords } from './search-words.js';

/** Locale and slug of a document: the key of its search entry. */
export interface EntryPath {
  readonly locale: string;
  readonly slug: string;
}

/** A search entry of a released document, to be written. */
export interface NewEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly authorKind: string;
  readonly words: SearchWords;
}

/** A found search entry. If the stored body is long, `body` is only a part of it. */
export interface FoundEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  /** `tags` and `authorKind` are `null` in entries that were written before the index had these columns. */
  readonly tags: readonly string[] | null;
  readonly authorKind: string | null;
  readonly publishedAt: Date;
  readonly body: string;
}

/** A search entry of a working revision, to be written. */
export interface NewDraftEntry extends EntryPath {
  readonly accountId: string;
  readonly publicationId: string;
  readonly version: number;
  readonly words: SearchWords;
}

/** An SQL condition that drafts must meet, in addition to the words. */
export interface DraftCondition {
  /** Part of the statement's name. Conditions with different SQL need different names. */
  readonly name: string;
  /** @param id the column with the publication's id; @param bind adds a parameter and returns its placeholder */
  sql(id: string, bind: (value: unknown) => string): string;
}

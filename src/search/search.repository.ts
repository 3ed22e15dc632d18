import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PublicReads } from '../platform/database/public-reads.js';
import { run } from '../platform/database/statement.js';
import type { SearchWords } from './search-words.js';
import type { SearchQuery } from './search-query.js';
import { FIND, LOCALES, PUT, REMOVE } from './search.statements.js';

/** The address of a document: what names an entry. */
export interface EntryPath {
  readonly locale: string;
  readonly slug: string;
}

/** What the index holds of one released document. */
export interface NewEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  /** Plain text of the content, for snippets. */
  readonly body: string;
  readonly words: SearchWords;
  readonly publishedAt: Date;
}

/** An entry that was found, with the first part of its body. */
export interface FoundEntry extends EntryPath {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  /** Not every word is in it: one in its title differs by a letter. */
  readonly similar: boolean;
  /** How many were found in all, as far as they are counted. */
  readonly total: number;
}

/** Which of the entries found are wanted. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** No more documents are ranked and counted: 1,000 of 4 KiB take PostgreSQL 10 ms for a word or two. */
const MOST_CANDIDATES = 1_000;
/** A word farther down is found, but not shown in the snippet. In code points. */
const SHOWN_BODY = 20_000;

@Injectable()
export class SearchRepository {
  constructor(private readonly reads: PublicReads) {}

  async put(tx: EntityManager, entry: NewEntry): Promise<void> {
    const { locale, slug, title, description, body, words, publishedAt } = entry;
    await run(tx, PUT, [locale, slug, title, description, body, words, publishedAt]);
  }

  async remove(tx: EntityManager, { locale, slug }: EntryPath): Promise<void> {
    await run(tx, REMOVE, [locale, slug]);
  }

  /** The locales of what can be found, 100 of them at most. */
  async locales(): Promise<string[]> {
    const rows = await this.reads.rows<{ locale: string }>(LOCALES);
    return rows.map(({ locale }) => locale);
  }

  /** Best first. */
  find(query: SearchQuery, { limit, offset }: Window): Promise<FoundEntry[]> {
    const { all, titled, forgiving, rank } = query;
    const values = [all, titled, forgiving, rank, MOST_CANDIDATES, limit, offset, SHOWN_BODY];
    return this.reads.rows(FIND, values);
  }
}

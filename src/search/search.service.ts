import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryOf, type SearchFilter } from './search-query.js';
import { type EntryPath, type NewEntry, SearchRepository } from './search.repository.js';
import { type SnippetPart, snippetOf } from './snippet.js';
import { languageOf } from './stemmers.js';

/** What a reader asks. */
export interface SearchRequest extends SearchFilter {
  /** Any text; no words in it find nothing. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
}

/** A released document that was found. */
export interface SearchHit extends EntryPath {
  readonly title: string;
  readonly description: string;
  readonly snippet: readonly SnippetPart[];
}

/** One page of what was found, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly page: number;
  /** Documents found; 1,000 stands for that many or more. 0 on a page after the last. */
  readonly total: number;
  readonly hasMore: boolean;
  /** No document holds every word: these have one in their title that differs by a letter. */
  readonly similar: boolean;
}

const PAGE_SIZE = 10;

/** The words of released documents, and who finds them (CONTRACT 9). */
@Injectable()
export class SearchService {
  constructor(private readonly repository: SearchRepository) {}

  /** Makes a released document findable by these words, and no longer by those it had before. */
  put(tx: EntityManager, entry: NewEntry): Promise<void> {
    return this.repository.put(tx, entry);
  }

  /** Takes a document out of the index; one that is not in it is no fault. */
  remove(tx: EntityManager, path: EntryPath): Promise<void> {
    return this.repository.remove(tx, path);
  }

  /** Finds the documents that hold all the words of `q`, those with words in title, then tags, first. */
  async find({ q, locale, tag, page }: SearchRequest): Promise<SearchResult> {
    const locales = locale === null ? await this.repository.locales() : [locale];
    const languages = [...new Set(locales.map(languageOf))];
    const query = queryOf(q, { locale, tag }, languages);
    if (!query) return { hits: [], page, total: 0, hasMore: false, similar: false };
    const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const found = await this.repository.find(query, window);
    const { total, similar } = found[0] ?? { total: 0, similar: false };
    const hits = found.map(({ locale: language, slug, title, description, body }) => ({
      locale: language,
      slug,
      title,
      description,
      snippet: snippetOf(body, query.words, languageOf(language)),
    }));
    return { hits, page, total, hasMore: page * PAGE_SIZE < total, similar };
  }
}

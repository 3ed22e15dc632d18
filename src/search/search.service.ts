import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { queryOf } from './search-query.js';
import { type EntryPath, type NewEntry, SearchRepository } from './search.repository.js';
import { type SnippetPart, snippetOf } from './snippet.js';

/** What a reader asks. */
export interface SearchRequest {
  /** Any text; no words in it find nothing. */
  readonly q: string;
  /** A canonical locale; `null`: all of them. */
  readonly locale: string | null;
  /** From 1. */
  readonly page: number;
}

/** A released document that holds every word asked for. */
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
  async find({ q, locale, page }: SearchRequest): Promise<SearchResult> {
    const query = queryOf(q);
    if (!query) return { hits: [], page, total: 0, hasMore: false };
    const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const found = await this.repository.find(query.condition, locale, window);
    const total = found[0]?.total ?? 0;
    const hits = found.map(({ locale: language, slug, title, description, body }) => ({
      locale: language,
      slug,
      title,
      description,
      snippet: snippetOf(body, query.words),
    }));
    return { hits, page, total, hasMore: page * PAGE_SIZE < total };
  }
}

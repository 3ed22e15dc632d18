import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { type CommonWords, MAX_COUNTED } from './common-words.js';
import type { EntryPath, FoundEntry } from './entry.js';
import { MAX_CANDIDATES } from './search-plan.js';
import { queryOf, type SearchFilter } from './search-query.js';
import { SearchRepository } from './search.repository.js';
import { corrected } from './typing-errors.js';
import { type Marker, markers, type SnippetPart } from './snippet.js';
import { languageOf } from './stemmers.js';
import { type Searched, weighedQuery } from './weighing.js';

/** What a reader asks. */
export interface SearchRequest extends SearchFilter {
  /** Any text; no words in it find nothing. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
}

/** A released document that was found. */
export interface SearchHit extends Omit<FoundEntry, 'tags' | 'body'> {
  /** Its place among all that was found, from 1. */
  readonly rank: number;
  readonly tags: readonly string[];
  readonly snippet: readonly SnippetPart[];
}

/** One page of what was found, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly page: number;
  /** Documents found, on all pages. */
  readonly total: number;
  /** There are more than `total`: no more were looked at. */
  readonly more: boolean;
  /** A page after this one has hits. */
  readonly hasMore: boolean;
  /** A word occurs in no document: one that differs by a letter was taken for it. */
  readonly similar: boolean;
  /** `q` with the words that were taken for those that occur nowhere; `null`: all of them occur. */
  readonly suggestion: string | null;
  /** The locales of all that can be found, 100 of them at most. */
  readonly locales: readonly string[];
}

const NOTHING = {
  hits: [],
  total: 0,
  more: false,
  hasMore: false,
  similar: false,
  suggestion: null,
};
const PAGE_SIZE = 10;
/** How long the list of common words serves; ANALYZE makes a new one now and then. */
const COMMON_WORDS_MS = 60_000;

/** The words of released documents, and who finds them (contract 9). */
@Injectable()
export class SearchService {
  /** What the last ANALYZE saw, read again now and then. */
  private readonly commonWords: LRUCache<'', CommonWords>;

  constructor(private readonly repository: SearchRepository) {
    const fetchMethod = () => repository.commonWords();
    this.commonWords = new LRUCache({ max: 1, ttl: COMMON_WORDS_MS, fetchMethod });
  }

  /** Takes a document out of the index; one that is not in it is no fault. */
  remove(tx: EntityManager, path: EntryPath): Promise<void> {
    return this.repository.remove(tx, path);
  }

  /** Finds the documents that hold words of `q`, best first; not every word need occur. */
  async find({ q, locale, tag, page }: SearchRequest): Promise<SearchResult> {
    const locales = await this.repository.locales();
    const languages = new Set((locale === null ? locales : [locale]).map(languageOf));
    const query = queryOf(q, { locale, tag }, [...languages]);
    if (!query) return { ...NOTHING, page, locales };
    const searched = await this.searched();
    const { plan, marked, forgiven } = await weighedQuery(query, searched);
    const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const { entries, total } = await this.repository.find(plan, query.phrases, window);
    const markerOf = markers(marked);
    const hits: SearchHit[] = [];
    for (const entry of entries) {
      // Of a long text a snippet takes milliseconds: what else waits comes between two of them.
      if (hits.length > 0) await setImmediate();
      hits.push(hitOf(entry, markerOf(entry.locale), window.offset + hits.length + 1));
    }
    const titles = hits.map(({ title }) => title);
    const similar = forgiven.length > 0;
    return {
      hits,
      page,
      total,
      more: total >= MAX_CANDIDATES || !plan.isExhaustive,
      hasMore: page * PAGE_SIZE < total,
      similar,
      suggestion: similar ? corrected(q, forgiven, titles) : null,
      locales,
    };
  }

  private async searched(): Promise<Searched> {
    const common = await this.commonWords.forceFetch('');
    return {
      within: null,
      mostCounted: MAX_COUNTED,
      weigh: (conditions) => this.repository.weigh(conditions),
      knows: (asked) => common.knows(asked),
      heldBy: (asked, counted, size) => common.heldBy(asked, counted, size),
    };
  }
}

function hitOf(
  { locale, slug, title, description, tags, authorKind, publishedAt, body }: FoundEntry,
  marker: Marker,
  rank: number,
): SearchHit {
  const document = { locale, slug, title, description, tags: tags ?? [], authorKind, publishedAt };
  return { rank, ...document, snippet: marker.snippet(body) };
}

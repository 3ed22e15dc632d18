import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CommonWords, MAX_COUNTED } from './common-words.js';
import { MAX_CANDIDATES, planOf, type WeighedWord } from './search-plan.js';
import { type AskedWord, queryOf, type SearchFilter, type SearchQuery } from './search-query.js';
import {
  type EntryPath,
  type FoundEntry,
  type NewEntry,
  SearchRepository,
} from './search.repository.js';
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
  readonly tags: readonly string[];
  /** `null` until it is indexed anew. */
  readonly authorKind: string | null;
  readonly publishedAt: Date;
  readonly snippet: readonly SnippetPart[];
}

/** One page of what was found, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly page: number;
  /** Documents found. 0 on a page after the last. */
  readonly total: number;
  /** There are more than `total`: no more were looked at. */
  readonly more: boolean;
  /** A page after this one has hits. */
  readonly hasMore: boolean;
  /** A word occurs in no document: one that differs by a letter was taken for it. */
  readonly similar: boolean;
}

const PAGE_SIZE = 10;
/** How long the list of common words serves; ANALYZE makes a new one now and then. */
const COMMON_WORDS_MS = 60_000;

/** The words of released documents, and who finds them (CONTRACT 9). */
@Injectable()
export class SearchService {
  private common: { readonly words: CommonWords; readonly until: number } | undefined;

  constructor(private readonly repository: SearchRepository) {}

  /** Makes a released document findable by these words, and no longer by those it had before. */
  put(tx: EntityManager, entry: NewEntry): Promise<void> {
    return this.repository.put(tx, entry);
  }

  /** Takes a document out of the index; one that is not in it is no fault. */
  remove(tx: EntityManager, path: EntryPath): Promise<void> {
    return this.repository.remove(tx, path);
  }

  /** Finds the documents that hold words of `q`, best first; not every word need occur. */
  async find({ q, locale, tag, page }: SearchRequest): Promise<SearchResult> {
    const locales = locale === null ? await this.repository.locales() : [locale];
    const languages = [...new Set(locales.map(languageOf))];
    const query = queryOf(q, { locale, tag }, languages);
    if (!query) return { hits: [], page, total: 0, more: false, hasMore: false, similar: false };
    const common = await this.commonWords();
    const filter = query.where.length > 0 ? query.where.join(' & ') : null;
    const weighed = await this.repository.weigh([
      filter,
      ...query.words.map((asked) => (common.knows(asked) ? null : asked.condition)),
    ]);
    const [filtered, ...counted] = weighed.held;
    const exact = query.words.map((asked, place) => {
      const count = common.knows(asked) ? null : counted[place]!;
      return { asked, held: common.heldBy(asked, count, weighed) };
    });
    const words = await this.withForgiven(exact);
    const similar = words.some(({ asked }, place) => asked !== query.words[place]);
    const inFilter = filter !== null && filtered! < MAX_COUNTED ? filtered! : Infinity;
    const plan = planOf(query, words, inFilter, weighed);
    const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const found = await this.repository.find(plan, query.phrases, window);
    const total = found[0]?.total ?? 0;
    const more = total >= MAX_CANDIDATES || !plan.isExhaustive;
    const hits = found.map((entry) => hitOf(entry, query));
    return { hits, page, total, more, hasMore: page * PAGE_SIZE < total, similar };
  }

  private async commonWords(): Promise<CommonWords> {
    const now = performance.now();
    if (!this.common || now >= this.common.until) {
      this.common = { words: await this.repository.commonWords(), until: now + COMMON_WORDS_MS };
    }
    return this.common.words;
  }

  /** Takes for each word that is in no document those of titles that differ by a letter. */
  private async withForgiven(words: readonly WeighedWord[]): Promise<readonly WeighedWord[]> {
    const unknown = words.filter(({ asked, held }) => held === 0 && asked.near !== null);
    if (unknown.length === 0) return words;
    const { held } = await this.repository.weigh(unknown.map(({ asked }) => asked.near));
    return words.map((word) => {
      const near = held[unknown.indexOf(word)] ?? 0;
      return near === 0 ? word : { asked: forgiven(word.asked), held: near };
    });
  }
}

function hitOf(entry: FoundEntry, { words }: SearchQuery): SearchHit {
  const { locale, slug, title, description, tags, authorKind, publishedAt, body } = entry;
  const marked = words.map(({ word }) => word);
  const snippet = snippetOf(body, marked, languageOf(locale));
  return { locale, slug, title, description, tags: tags ?? [], authorKind, publishedAt, snippet };
}

function forgiven(asked: AskedWord): AskedWord {
  const near = asked.near!;
  return { ...asked, condition: near, titled: near };
}

import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/statement.js';
import type { EntryPath, FoundEntry } from './entry.js';
import { planColumns } from './ranking.statements.js';
import { MAX_CANDIDATES } from './search-plan.js';
import { SearchPlanner } from './search-planner.service.js';
import type { SearchFilter } from './search-query.js';
import type { ScopeSize, SearchScope } from './search-scope.js';
import { FIND, INDEX_SIZE, REMOVE } from './search.statements.js';
import type { Marker, SnippetPart } from './snippet.js';
import { languageOf } from './stemmers.js';

export interface SearchRequest extends SearchFilter {
  /** Any text; one without words finds nothing. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
}

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
  /** There are more than `total`: the search stopped there. */
  readonly more: boolean;
  /** A page after this one has hits. */
  readonly hasMore: boolean;
  /** A word occurs in no document: one that differs by a letter was taken for it. */
  readonly similar: boolean;
  /** The locales of all that can be found, 100 of them at most. */
  readonly locales: readonly string[];
}

interface PublicSize extends Omit<ScopeSize, 'languages'> {
  readonly locales: readonly string[];
}

const NOTHING = { hits: [], total: 0, more: false, hasMore: false, similar: false };
const PAGE_SIZE = 10;

/** Finds released documents by their words (contract 9). */
@Injectable()
export class SearchService {
  private readonly scope: SearchScope;

  constructor(
    database: Database,
    private readonly planner: SearchPlanner,
  ) {
    this.scope = {
      name: 'public',
      table: 'search_entry',
      within: null,
      rows: (statement, values) => database.publicReads.rows(statement, values),
    };
  }

  /** Takes a document out of the index; answers how many entries it had, which may be none. */
  async remove(tx: EntityManager, { locale, slug }: EntryPath): Promise<number> {
    return (await run(tx, REMOVE, [locale, slug])).length;
  }

  /** Finds the documents that hold words of `q`, best first; not every word need occur. */
  async find({ q, locale, tag, page }: SearchRequest): Promise<SearchResult> {
    const [size] = await this.scope.rows<PublicSize>(INDEX_SIZE, []);
    const { locales, ...counts } = size!;
    const languages = [...new Set((locale === null ? locales : [locale]).map(languageOf))];
    const planned = await this.planner.plan(
      this.scope,
      { ...counts, languages },
      { q, locale, tag },
    );
    if (!planned) return { ...NOTHING, page, locales };
    const { plan, similar, markerOf } = planned;
    const offset = (page - 1) * PAGE_SIZE;
    const columns = planColumns(plan, { limit: PAGE_SIZE, offset });
    type Row = FoundEntry & { readonly total: number };
    const rows = await this.scope.rows<Row>(FIND, FIND.values({ ...columns, rarest: plan.rarest }));
    const hits: SearchHit[] = [];
    // An empty page has one row, with the total alone.
    for (const entry of rows.filter(({ slug }) => slug !== null)) {
      // A snippet of a long text takes milliseconds: other work runs between two of them.
      if (hits.length > 0) await setImmediate();
      hits.push(hitOf(entry, markerOf(entry.locale), offset + hits.length + 1));
    }
    const found = rows[0]!.total;
    const total = Math.min(found, MAX_CANDIDATES);
    const more = found > MAX_CANDIDATES || !plan.isExhaustive;
    return { hits, page, total, more, hasMore: page * PAGE_SIZE < total, similar, locales };
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

import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/connection.js';
import type { EntryPath, FoundEntry } from './entry.js';
import { planColumns, shownOf } from './ranking.statements.js';
import { MAX_CANDIDATES } from './search-plan.js';
import { SearchPlanner } from './search-planner.service.js';
import type { SearchFilter } from './search-query.js';
import type { ScopeSize, SearchScope } from './search-scope.js';
import { FIND, INDEX_SIZE, REMOVE } from './search.statements.js';
import type { MarkerOf, SnippetPart } from './snippet.js';
import { SnippetTurns } from './snippet-turns.js';
import { languageOf } from './stemmers.js';

export interface SearchRequest extends SearchFilter {
  /** Any text; a blank text finds nothing. */
  readonly q: string;
  /** Number of the page, from 1. */
  readonly page: number;
}

export interface SearchHit extends Omit<FoundEntry, 'tags' | 'body'> {
  /** Position among all results, from 1. */
  readonly rank: number;
  readonly tags: readonly string[];
  readonly snippet: readonly SnippetPart[];
}

/** One page of results, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly page: number;
  /** Number of found documents on all pages, at most 1,000. */
  readonly total: number;
  /** Whether there may be more results than `total`, because the search stopped early. */
  readonly more: boolean;
  /** Whether the next page has hits. */
  readonly hasMore: boolean;
  /** Whether a query word that no document contains was replaced by title words that differ from it by one letter. */
  readonly similar: boolean;
  /** Locales of all released documents, at most 100. */
  readonly locales: readonly string[];
}

interface PublicSize extends Omit<ScopeSize, 'languages'> {
  readonly locales: readonly string[];
}

const NOTHING = { hits: [], total: 0, more: false, hasMore: false, similar: false };
const PAGE_SIZE = 10;
/** Name under which the searches of the site take turns with the accounts. */
const SITE = 'site';

/** Finds released documents by their words (contract 9). */
@Injectable()
export class SearchService {
  private readonly scope: SearchScope;

  constructor(
    database: Database,
    private readonly planner: SearchPlanner,
    private readonly turns: SnippetTurns,
  ) {
    this.scope = {
      name: 'public',
      table: 'search_entry',
      within: null,
      rows: (statement, values) => database.publicReads.rows(statement, values),
    };
  }

  /** Removes a document from the index; returns the number of removed entries, 0 or 1. */
  async remove(tx: EntityManager, { locale, slug }: EntryPath): Promise<number> {
    return (await run(tx, REMOVE, [locale, slug])).length;
  }

  /** Finds documents that contain words of `q`, best first. A document need not contain every word. */
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
    const values = FIND.values({ ...columns, places: plan.places, shown: shownOf(PAGE_SIZE) });
    const rows = await this.scope.rows<Row>(FIND, values);
    // For an empty page, the statement returns one row that has only the total.
    const entries = rows.filter(({ slug }) => slug !== null);
    const hits = await this.turns.run(() => hitsOf(entries, markerOf, offset), SITE);
    const found = rows[0]!.total;
    const total = Math.min(found, MAX_CANDIDATES);
    const more = found > MAX_CANDIDATES || !plan.isExhaustive;
    return { hits, page, total, more, hasMore: page * PAGE_SIZE < total, similar, locales };
  }
}

async function hitsOf(
  entries: readonly FoundEntry[],
  markerOf: MarkerOf,
  offset: number,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for (const entry of entries) {
    // Making the snippet of a long text takes milliseconds. Other work can run between two snippets.
    if (hits.length > 0) await setImmediate();
    const snippet = markerOf(entry.locale).snippet(entry.body, entries.length - hits.length);
    hits.push(hitOf(entry, snippet, offset + hits.length + 1));
  }
  return hits;
}

function hitOf(
  { locale, slug, title, description, tags, authorKind, publishedAt }: FoundEntry,
  snippet: readonly SnippetPart[],
  rank: number,
): SearchHit {
  const document = { locale, slug, title, description, tags: tags ?? [], authorKind, publishedAt };
  return { rank, ...document, snippet };
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import type { FoundEntry } from './entry.js';
import { find, type FoundPage } from './finder.js';
import { HIDE, READ_HITS } from './hits.statements.js';
import type { SearchFilter } from './search-query.js';
import type { SnippetPart } from './snippet.js';
import { Snippets } from './snippets.service.js';

export interface SearchRequest extends SearchFilter {
  /** Any text; a blank text finds nothing. */
  readonly q: string;
  /** Number of the page, from 1. */
  readonly page: number;
}

export interface SearchHit extends Omit<FoundEntry, 'body'> {
  /** Position among all results, from 1. */
  readonly rank: number;
  readonly snippet: readonly SnippetPart[];
}

/** One page of results, best first. */
export interface SearchResult extends Pick<FoundPage, 'total' | 'more' | 'similar' | 'locales'> {
  readonly hits: readonly SearchHit[];
  readonly page: number;
  /** Whether the next page has hits. */
  readonly hasMore: boolean;
}

const PAGE_SIZE = 10;
/** Name under which searches of the site take turns with the accounts. */
const PUBLIC = 'public';

/** Finds released documents by their words (contract 9). */
@Injectable()
export class SearchService {
  constructor(
    private readonly database: Database,
    private readonly snippets: Snippets,
  ) {}

  /** Hides a public document from readers' searches; its account still finds it. */
  async hide(tx: EntityManager, publicationId: string): Promise<void> {
    await run(tx, HIDE, [publicationId]);
  }

  /** Finds documents that contain words of `q`, best first. A document need not contain every word. */
  async find({ page, ...asked }: SearchRequest): Promise<SearchResult> {
    const { publicReads } = this.database;
    const scope = {
      kind: 'public' as const,
      account: null,
      rows: <Row>(...given: Parameters<Database['rows']>) => publicReads.rows<Row>(...given),
    };
    const offset = (page - 1) * PAGE_SIZE;
    const { ids, words, ...found } = await find(scope, { ...asked, limit: PAGE_SIZE, offset });
    const entries = await this.snippets.of(PUBLIC, words, ids, (some) =>
      publicReads.rows<FoundEntry>(READ_HITS, [some]),
    );
    const hits = entries.map(([entry, snippet], place) =>
      hitOf(entry, snippet, offset + place + 1),
    );
    return { hits, page, hasMore: page * PAGE_SIZE < found.total, ...found };
  }
}

function hitOf(
  { body: _, ...shown }: FoundEntry,
  snippet: readonly SnippetPart[],
  rank: number,
): SearchHit {
  return { rank, ...shown, snippet };
}

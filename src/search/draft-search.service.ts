import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { DraftCondition } from './entry.js';
import { MAX_FOUND } from './find.statements.js';
import { find } from './finder.js';
import { READ_BODIES } from './hits.statements.js';
import type { SearchFilter } from './search-query.js';
import { type SnippetWord, snippetText } from './snippet.js';
import type { TextToCut } from './snippet-task.js';
import { Snippets } from './snippets.service.js';

export interface DraftRequest extends SearchFilter {
  /** Any text; a blank text finds nothing. */
  readonly q: string;
  /** A condition that each found document must meet, in addition to the words. */
  readonly condition: DraftCondition;
}

export interface DraftMatches {
  /** Ids of publications, best first; at most 1,000. */
  readonly ids: readonly string[];
  /** Whether there can be more results than `ids`. */
  readonly more: boolean;
  /** The words of the query, for snippets. */
  readonly words: readonly SnippetWord[];
}

type Draft = TextToCut & { readonly id: string };

/** Searches the working revisions of one account, never those of other accounts (contract 4). */
@Injectable()
export class DraftSearchService {
  constructor(
    private readonly database: Database,
    private readonly allSnippets: Snippets,
  ) {}

  /** Finds documents whose working revision contains words of `q`, best first, ranked as in the site's search. */
  find(accountId: string, request: DraftRequest): Promise<DraftMatches> {
    const scope = {
      kind: 'draft' as const,
      account: accountId,
      rows: <Row>(...[statement, values]: Parameters<Database['rows']>) =>
        this.database.accountRows<Row>(accountId, statement, values),
    };
    return find(scope, { ...request, limit: MAX_FOUND, offset: 0 });
  }

  /** Makes the snippet of each document, in the order of `ids`; '' for a document that is not indexed. */
  async snippets(
    accountId: string,
    { words }: DraftMatches,
    ids: readonly string[],
  ): Promise<string[]> {
    const made = await this.allSnippets.of(accountId, words, ids, (some) =>
      this.database.accountRows<Draft>(accountId, READ_BODIES, [accountId, some]),
    );
    const snippets = new Map(made.map(([{ id }, snippet]) => [id, snippetText(snippet)]));
    return ids.map((id) => snippets.get(id) ?? '');
  }
}

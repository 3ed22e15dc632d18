import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { MAX_FOUND } from './find.statements.js';
import { find, type FoundPage, type ScopeQuery } from './finder.js';
import { READ_BODIES } from './hits.statements.js';
import { snippetText } from './snippet.js';
import type { TextToCut } from './snippet-task.js';
import { Snippets } from './snippets.service.js';

/** The documents that a search found, at most 1,000. */
export type DraftMatches = Pick<FoundPage, 'ids' | 'more' | 'words'>;

type Draft = TextToCut & { readonly id: string };

/** Searches the working revisions of one account, never those of other accounts (contract 4). */
@Injectable()
export class DraftSearchService {
  constructor(
    private readonly database: Database,
    private readonly allSnippets: Snippets,
  ) {}

  /** Finds documents whose working revision contains words of `q`, best first, ranked as in the site's search. */
  find(accountId: string, request: Omit<ScopeQuery, 'limit' | 'offset'>): Promise<DraftMatches> {
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

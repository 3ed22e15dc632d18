import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntryPath, OwnCondition } from './entry.js';
import { MAX_OWN_COUNTED, OwnSearchRepository, within } from './own-search.repository.js';
import type { IndexSize } from './search-plan.js';
import { queryOf, type SearchFilter } from './search-query.js';
import { type SnippetPart, snippetOf, type SnippetWord } from './snippet.js';
import { languageOf } from './stemmers.js';
import { type Searched, weighedQuery } from './weighing.js';

/** Which documents of an account are asked for. */
export interface OwnRequest extends SearchFilter {
  /** Any text; no words in it find nothing. */
  readonly q: string;
  /** What must hold besides. */
  readonly condition: OwnCondition;
}

/** What was found of an account's own documents. */
export interface OwnMatches {
  /** Publications, best first; at most 1,000. */
  readonly ids: readonly string[];
  /** What is marked in snippets. */
  readonly marked: readonly SnippetWord[];
  readonly rarest: string;
}

const NOTHING: OwnMatches = { ids: [], marked: [], rarest: '' };

/** Finds the documents of an account by their working revisions, drafts included (CONTRACT 4). */
@Injectable()
export class OwnSearchService {
  constructor(private readonly repository: OwnSearchRepository) {}

  /** Finds the documents that hold words of `q`, best first, as the search of the site does. */
  async find(accountId: string, { q, locale, tag, condition }: OwnRequest): Promise<OwnMatches> {
    const written = await this.repository.languages(accountId);
    const languages = locale === null ? written : [languageOf(locale)];
    const query = queryOf(q, { locale, tag }, languages);
    if (!query || written.length === 0) return NOTHING;
    const own = { ...query, where: [within(accountId), ...query.where] };
    const { plan, marked } = await weighedQuery(own, this.searched(accountId));
    const ids = await this.repository.find(accountId, plan, query.phrases, condition);
    return { ids, marked, rarest: plan.rarest };
  }

  /** The passage of each document that holds most of what was asked for; of one that is not indexed, none. */
  async snippets(
    accountId: string,
    { marked, rarest }: OwnMatches,
    paths: readonly EntryPath[],
  ): Promise<SnippetPart[][]> {
    if (paths.length === 0) return [];
    const bodies = new Map<string, string>();
    for (const { body, ...path } of await this.repository.bodies(accountId, paths, rarest)) {
      bodies.set(keyOf(path), body);
    }
    const snippets: SnippetPart[][] = [];
    for (const path of paths) {
      // Of a long text a snippet takes milliseconds: what else waits comes between two of them.
      if (snippets.length > 0) await setImmediate();
      snippets.push(snippetOf(bodies.get(keyOf(path)) ?? '', marked, languageOf(path.locale)));
    }
    return snippets;
  }

  /** Words are counted within the account, so that nothing of another shows, not even by what is forgiven. */
  private searched(accountId: string): Searched {
    return {
      mostCounted: MAX_OWN_COUNTED,
      weigh: (conditions) => this.repository.weigh(accountId, conditions),
      knows: () => false,
      heldBy: (_asked, counted, size) => heldBy(counted!, size),
    };
  }
}

/** Where a word was not counted to the end, somewhere between what was counted and all. */
const heldBy = (counted: number, { entries }: IndexSize): number =>
  counted < MAX_OWN_COUNTED ? counted : Math.max(counted, Math.sqrt(counted * entries));

const keyOf = ({ locale, slug }: EntryPath): string => `${locale}/${slug}`;

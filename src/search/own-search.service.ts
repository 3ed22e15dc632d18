import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntryPath, OwnCondition } from './entry.js';
import { OwnSearchRepository, within } from './own-search.repository.js';
import { BLOCK, type IndexSize, lastBlock, MAX_HELD } from './search-plan.js';
import { type AskedWord, queryOf, type SearchFilter, type SearchQuery } from './search-query.js';
import { markers, snippetText, type SnippetWord } from './snippet.js';
import { languageOf } from './stemmers.js';
import { type Searched, weighedQuery } from './weighing.js';

/** Of so many accounts, those that asked last, samples are kept. */
const MAX_SAMPLED_ACCOUNTS = 100;
/** More words of an account are not kept. */
const MAX_SAMPLED_WORDS = 1_000;

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

/**
 * How many entries of an account's last full block meet a condition: counted once, as the block hardly changes
 * until a newer one is full, and the words of most questions are the same.
 */
export class BlockSamples {
  private readonly samples = new LRUCache<string, { block: string; held: Map<string, number> }>({
    max: MAX_SAMPLED_ACCOUNTS,
  });

  /** What was counted of a block so far, by condition, for whoever counts more to add. */
  of(accountId: string, block: string): Map<string, number> {
    const known = this.samples.get(accountId);
    if (known?.block === block && known.held.size <= MAX_SAMPLED_WORDS) return known.held;
    const held = new Map<string, number>();
    this.samples.set(accountId, { block, held });
    return held;
  }
}

/** Finds the documents of an account by their working revisions, drafts included (contract 4). */
@Injectable()
export class OwnSearchService {
  private readonly samples = new BlockSamples();

  constructor(private readonly repository: OwnSearchRepository) {}

  /** Finds the documents that hold words of `q`, best first, as the search of the site does. */
  async find(accountId: string, { q, locale, tag, condition }: OwnRequest): Promise<OwnMatches> {
    const size = await this.repository.size(accountId);
    if (!size) return NOTHING;
    const languages = locale === null ? size.languages : [languageOf(locale)];
    const query = queryOf(q, { locale, tag }, languages);
    if (!query) return NOTHING;
    const searched = await this.searched(accountId, query, size);
    const { plan, marked } = await weighedQuery(query, searched);
    const ids = await this.repository.find(accountId, plan, query.phrases, condition);
    return { ids, marked, rarest: plan.rarest };
  }

  /** The segment of each document that holds most of what was asked for; of one that is not indexed, ''. */
  async snippets(
    accountId: string,
    { marked, rarest }: OwnMatches,
    paths: readonly EntryPath[],
  ): Promise<string[]> {
    if (paths.length === 0) return [];
    const bodies = new Map<string, string>();
    for (const { body, ...path } of await this.repository.bodies(accountId, paths, rarest)) {
      bodies.set(keyOf(path), body);
    }
    const markerOf = markers(marked);
    const snippets: string[] = [];
    for (const path of paths) {
      // Of a long text a snippet takes milliseconds: what else waits comes between two of them.
      if (snippets.length > 0) await setImmediate();
      const parts = markerOf(path.locale).snippet(bodies.get(keyOf(path)) ?? '');
      snippets.push(snippetText(parts));
    }
    return snippets;
  }

  /** Words are counted within the account, so that nothing of another shows, not even by what is forgiven. */
  private async searched(
    accountId: string,
    { words }: SearchQuery,
    size: IndexSize,
  ): Promise<Searched> {
    const common = size.entries > MAX_HELD ? await this.commonOf(accountId, words, size) : NONE;
    return {
      within: within(accountId),
      mostCounted: MAX_COUNTED,
      weigh: (conditions) => this.repository.weigh(accountId, conditions, MAX_COUNTED),
      knows: (asked) => common.has(asked),
      heldBy: (asked, counted, { entries }) => common.get(asked) ?? heldBy(counted!, entries),
    };
  }

  /** In how many documents of a large account common words are, as its last full block lets guess. */
  private async commonOf(
    accountId: string,
    words: readonly AskedWord[],
    size: IndexSize,
  ): Promise<ReadonlyMap<AskedWord, number>> {
    const block = lastBlock(size);
    const sampled = words.map(({ condition }) => `${block} & ${condition}`);
    const held = this.samples.of(accountId, block);
    const unknown = [block, ...sampled].filter((condition) => !held.has(condition));
    if (unknown.length > 0) {
      const counted = await this.repository.weigh(accountId, unknown, BLOCK);
      unknown.forEach((condition, place) => held.set(condition, counted.held[place]!));
    }
    const common = words.flatMap((asked, place): [AskedWord, number][] => {
      const holding = held.get(sampled[place]!)!;
      return holding < MIN_SAMPLED
        ? []
        : [[asked, (size.entries * holding) / Math.max(held.get(block)!, holding)]];
    });
    return new Map(common);
  }
}

/** More documents of an account are not counted one by one. */
const MAX_COUNTED = 5_001;
/** A word that is in so many documents of a block is taken to be as common elsewhere, give or take a quarter. */
const MIN_SAMPLED = 16;
const NONE: ReadonlyMap<AskedWord, number> = new Map();

/** Where a word was not counted to the end, somewhere between what was counted and all. */
const heldBy = (counted: number, entries: number): number =>
  counted < MAX_COUNTED ? counted : Math.max(counted, Math.sqrt(counted * entries));

const keyOf = ({ locale, slug }: EntryPath): string => `${locale}/${slug}`;

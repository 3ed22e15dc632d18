import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CommonWords, MAX_COUNTED } from './common-words.js';
import { MAX_CANDIDATES, planOf, type WeighedWord } from './search-plan.js';
import { ofAccount, quoted } from './lexeme.js';
import { type AskedWord, queryOf, type SearchFilter, type SearchQuery } from './search-query.js';
import {
  type Entries,
  type EntryPath,
  type FoundEntry,
  type NewEntry,
  type NewWorkingEntry,
  SearchRepository,
  type Weighed,
  type Window,
} from './search.repository.js';
import { corrected } from './typing-errors.js';
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
  /** Its place among all that was found, from 1. */
  readonly rank: number;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** `null` until it is indexed anew. */
  readonly authorKind: string | null;
  readonly publishedAt: Date;
  readonly snippet: readonly SnippetPart[];
}

/** What was found of an account's own documents. */
export type OwnDocuments = Pick<SearchResult, 'hits' | 'total' | 'more' | 'similar' | 'suggestion'>;

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

/** The words of released documents, and who finds them (CONTRACT 9). */
@Injectable()
export class SearchService {
  private readonly released: SearchedEntries;
  private readonly releasedWords = new KnownWords();

  constructor(private readonly repository: SearchRepository) {
    this.released = { list: repository.released(), within: null };
  }

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
    const locales = await this.repository.locales();
    const languages = languagesOf(locale === null ? locales : [locale]);
    const query = queryOf(q, { locale, tag }, languages);
    const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    const answer = await this.answer(this.released, q, query, window);
    return { ...answer, page, hasMore: page * PAGE_SIZE < answer.total, locales };
  }

  /** Makes a working revision findable by its account, unless a newer one is already. */
  putWorking(tx: EntityManager, entry: NewWorkingEntry): Promise<void> {
    return this.repository.putWorking(tx, entry);
  }

  /**
   * Finds the documents of an account whose working revision holds words of `q`, drafts included, best
   * first (CONTRACT 4); those of other accounts never.
   * @param languages whose stems are asked for: those of the locales that the account writes in
   */
  ownDocuments(
    accountId: string,
    q: string,
    filter: SearchFilter,
    window: Window,
    languages: readonly string[],
  ): Promise<OwnDocuments> {
    const query = queryOf(q, filter, languagesOf(languages));
    const account = quoted(ofAccount(accountId));
    const own = query && { ...query, where: [account, ...query.where] };
    const list = this.repository.working(accountId);
    return this.answer({ list, within: account }, q, own, window);
  }

  private async answer(
    entries: SearchedEntries,
    q: string,
    query: SearchQuery | undefined,
    window: Window,
  ): Promise<OwnDocuments> {
    if (!query) return NOTHING;
    const { list, within } = entries;
    // What is common to all accounts says nothing of one: its words are counted within it.
    const common = within === null ? await this.releasedWords.of(list) : NO_COMMON_WORDS;
    const filter = query.where.length > 0 ? query.where.join(' & ') : null;
    const weighed = await weighWithin(within, list, [
      filter,
      ...query.words.map((asked) => (common.knows(asked) ? null : asked.condition)),
    ]);
    const [filtered, ...counted] = weighed.held;
    const exact = query.words.map((asked, place) => {
      const count = common.knows(asked) ? null : counted[place]!;
      return { asked, held: common.heldBy(asked, count, weighed) };
    });
    const words = await withForgiven(exact, entries);
    const forgivenWords = words.flatMap(({ asked }, place) =>
      asked === query.words[place] ? [] : [asked.word],
    );
    const similar = forgivenWords.length > 0;
    const inFilter = filter !== null && filtered! < MAX_COUNTED ? filtered! : Infinity;
    const plan = planOf(query, words, inFilter, weighed);
    const found = await list.find(plan, query.phrases, window);
    const total = found[0]?.total ?? 0;
    const more = total >= MAX_CANDIDATES || !plan.isExhaustive;
    const marked = words.flatMap(({ asked }, place) =>
      asked.isStopWord ? [] : [{ word: asked.word, weight: plan.terms[place]!.weight }],
    );
    const hits: SearchHit[] = [];
    for (const { body, tags, ...entry } of found) {
      // Of a long text a snippet takes milliseconds: what else waits comes between two of them.
      if (hits.length > 0) await setImmediate();
      const snippet = snippetOf(body, marked, languageOf(entry.locale));
      hits.push(hitOf(entry, tags, snippet, window.offset + hits.length + 1));
    }
    const titles = hits.map(({ title }) => title);
    const suggestion = similar ? corrected(q, forgivenWords, titles) : null;
    return { hits, total, more, similar, suggestion };
  }
}

/** What the last ANALYZE saw, read again now and then. */
class KnownWords {
  private known: { readonly words: CommonWords; readonly until: number } | undefined;

  async of(entries: Entries): Promise<CommonWords> {
    const now = performance.now();
    if (!this.known || now >= this.known.until) {
      this.known = { words: await entries.commonWords(), until: now + COMMON_WORDS_MS };
    }
    return this.known.words;
  }
}

/** Where is searched. */
interface SearchedEntries {
  readonly list: Entries;
  /** The condition that an entry is the account's; `null`: all are. */
  readonly within: string | null;
}

const NO_COMMON_WORDS = new CommonWords(0, new Map());

function weighWithin(
  within: string | null,
  entries: Entries,
  conditions: readonly (string | null)[],
): Promise<Weighed> {
  return entries.weigh(
    conditions.map((each) => (within === null || each === null ? each : `${within} & ${each}`)),
  );
}

/** Takes for each word that is in no document those of titles that differ by a letter. */
async function withForgiven(
  words: readonly WeighedWord[],
  { list, within }: SearchedEntries,
): Promise<readonly WeighedWord[]> {
  const unknown = words.filter(({ asked, held }) => held === 0 && asked.near !== null);
  if (unknown.length === 0) return words;
  const near = unknown.map(({ asked }) => asked.near);
  const { held } = await weighWithin(within, list, near);
  return words.map((word) => {
    const holding = held[unknown.indexOf(word)] ?? 0;
    return holding === 0 ? word : { asked: forgiven(word.asked), held: holding };
  });
}

const languagesOf = (locales: readonly string[]): string[] => [...new Set(locales.map(languageOf))];

function hitOf(
  { locale, slug, title, description, authorKind, publishedAt }: Omit<FoundEntry, 'body' | 'tags'>,
  tags: FoundEntry['tags'],
  snippet: readonly SnippetPart[],
  rank: number,
): SearchHit {
  const document = { locale, slug, title, description, tags: tags ?? [], authorKind, publishedAt };
  return { rank, ...document, snippet };
}

function forgiven(asked: AskedWord): AskedWord {
  const near = asked.near!;
  return { ...asked, condition: near, titled: near };
}

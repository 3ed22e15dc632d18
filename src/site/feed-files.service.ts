import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../platform/config/config.js';
import { Threads } from '../platform/threads/threads.service.js';
import { type CompressedFile, tagOf, withBuffers } from './compressed-file.js';
import { editionOf } from './edition.js';
import { FeedsRepository, type FeedState } from './feeds.repository.js';
import { siteOf } from './html/site.js';
import { dropsUnread } from './page-cache.js';

/** Longest wait of a reader for a turn in the threads, in ms. */
const READER_TIMEOUT_MS = 4_000;
/**
 * Name under which tasks for feeds wait in the queue for the threads. Accounts take turns in this queue, and all feeds
 * together count as one account.
 */
const ACCOUNT = 'feeds';
const MAX_BYTES = 16 * 1024 * 1024;

/** The state and tag of a feed, without its bytes. */
export interface FeedHead extends FeedState {
  readonly tag: string;
}

/**
 * The compressed feeds: one feed of all documents (its `locale` is empty), and one feed for each locale. After a
 * release, the worker makes the new feed. If readers request the new feed earlier, a thread makes the feed once for all
 * these readers.
 */
@Injectable()
export class FeedFiles {
  private readonly edition: string;
  private readonly site;
  private readonly making = new Map<string, Promise<CompressedFile>>();
  private readonly cache = new LRUCache<string, CompressedFile>({
    ...dropsUnread(),
    maxSize: MAX_BYTES,
    sizeCalculation: ({ br, gzip }) => br.length + gzip.length + 1_024,
  });

  constructor(
    private readonly feeds: FeedsRepository,
    private readonly threads: Threads,
    config: Config,
  ) {
    this.edition = editionOf(config);
    this.site = siteOf(config);
  }

  /** Reads the head of the current feed. */
  async head(locale: string): Promise<FeedHead> {
    const state = await this.feeds.state(this.feeds.source('readers'), locale);
    return { ...state, tag: this.tagOf(locale, state) };
  }

  /**
   * Returns the feed with this tag, or a newer feed.
   * @throws Problem `unavailable` if the feed is not ready after `READER_TIMEOUT_MS`
   * @throws TaskError if the feed cannot be made
   */
  file(locale: string, tag: string): Promise<CompressedFile> {
    const cached = this.cache.get(locale);
    if (cached?.tag === tag) return Promise.resolve(cached);
    const key = `${locale} ${tag}`;
    const making = this.making.get(key) ?? this.read(locale, tag);
    if (!this.making.has(key)) {
      this.making.set(key, making);
      void making.finally(() => this.making.delete(key)).catch(() => undefined);
    }
    return making;
  }

  /** Makes the current feed, and stores it for later readers. Does nothing if this feed is already stored. */
  async prerender(locale: string): Promise<void> {
    const from = this.feeds.source('worker');
    const tag = this.tagOf(locale, await this.feeds.state(from, locale));
    if (await this.feeds.find(from, locale, tag)) return;
    const { file, of } = await this.make('worker', locale);
    await this.feeds.store(locale, file, of);
  }

  private async read(locale: string, tag: string): Promise<CompressedFile> {
    const found = await this.feeds.find(this.feeds.source('readers'), locale, tag);
    const file = found ?? (await this.make('readers', locale)).file;
    this.cache.set(locale, file);
    return file;
  }

  private async make(
    who: 'readers' | 'worker',
    locale: string,
  ): Promise<{ readonly file: CompressedFile; readonly of: FeedState }> {
    const newest = await this.feeds.content(this.feeds.source(who), locale);
    const subject =
      locale === '' ? ({ kind: 'all' } as const) : { kind: 'locale' as const, locale };
    const file = await this.threads.run(
      'feed',
      { site: this.site, subject, newest },
      { account: ACCOUNT, ...(who === 'readers' && { timeoutMs: READER_TIMEOUT_MS }) },
    );
    return { file: withBuffers({ ...file, tag: this.tagOf(locale, newest) }), of: newest };
  }

  private tagOf(locale: string, { stamp }: FeedState): string {
    return tagOf(`${this.edition} ${locale} ${stamp}`);
  }
}

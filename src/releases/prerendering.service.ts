import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { Lifecycle } from '../platform/lifecycle/lifecycle.js';
import { TaskError } from '../platform/threads/task-error.js';
import { FeedFiles } from '../site/feed-files.service.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import { Reindexing } from './reindexing.service.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { type PublicPath, ReleaseSignals } from './release-signals.js';

/** Longest pause between two rounds. */
const ROUND_MS = 500;
/**
 * Shortest time between two updates of the feeds. Updating the feed of all documents and the feed of one locale takes
 * about 40 ms of processor time, and can delay releases. If a reader requests a feed before its update, the request
 * makes the feed.
 */
const FEEDS_MS = 10_000;
/** Pause after a search that found no page of another edition. */
const OUTDATED_MS = 30_000;

/**
 * Does background work for the site (contract 9). Makes the feeds after a release. Prerenders the pages that must link
 * to a new translation. Renders the pages of another edition again.
 */
@Injectable()
export class Prerendering implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Prerendering.name);
  /** Locales whose feeds have changed; the empty string stands for the feed of all locales. */
  private readonly feeds = new Set(['']);
  private nextFeeds = 0;
  private nextLook = 0;

  private readonly loop = new PollLoop({
    work: (signal) => this.work(signal),
    retryMs: ROUND_MS,
    onError: (err) => this.logger.warn({ err }, 'Not prerendered; it is tried again.'),
  });

  constructor(
    private readonly feedFiles: FeedFiles,
    private readonly pages: ReleasedPagesService,
    private readonly jobs: ReleaseJobsService,
    private readonly reindexing: Reindexing,
    private readonly signals: ReleaseSignals,
    private readonly lifecycle: Lifecycle,
  ) {}

  onApplicationBootstrap(): void {
    this.lifecycle.onShutdown(() => void this.loop.stop());
    this.signals.on('published', (page) => this.notePublished(page));
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private notePublished({ locale }: PublicPath): void {
    this.feeds.add('').add(locale);
  }

  /**
   * Does one round. Returns the pause until the next round, in ms, at most `ROUND_MS`. If there can be more work, the
   * pause is as long as this round. So the loop works for about half of the time.
   */
  private async work(signal: AbortSignal): Promise<number> {
    const begun = performance.now();
    if (this.feeds.size > 0 && begun >= this.nextFeeds) await this.prerenderFeeds(signal);
    if (signal.aborted) return 0;
    const isMore = await this.renewOutdated();
    return isMore ? Math.min(performance.now() - begun, ROUND_MS) : ROUND_MS;
  }

  private async prerenderFeeds(signal: AbortSignal): Promise<void> {
    this.nextFeeds = performance.now() + FEEDS_MS;
    // Releases add locales to `feeds` during this loop. Without the copy, the loop would not end while documents are
    // released.
    const outdated = [...this.feeds];
    for (const locale of outdated) {
      if (signal.aborted) return;
      await this.prerenderFeed(locale);
    }
  }

  private async prerenderFeed(locale: string): Promise<void> {
    // The locale is removed before the work, because a release during the work makes the feed outdated again.
    this.feeds.delete(locale);
    try {
      await this.feedFiles.prerender(locale);
    } catch (error) {
      // If the task itself fails, another attempt for the same feed would fail, too. The next attempt comes after the
      // next release, which changes the feed.
      if (!(error instanceof TaskError)) this.feeds.add(locale);
      throw error;
    }
  }

  /**
   * Finds one page of another edition and renders it again. Returns `false` if the next search is not due yet, or if
   * the search finds no page that can be claimed.
   */
  private async renewOutdated(): Promise<boolean> {
    if (performance.now() < this.nextLook) return false;
    const ids = await this.pages.findOutdated();
    const job = ids.length === 0 ? undefined : await this.jobs.claimIdle(ids);
    if (!job) {
      this.nextLook = performance.now() + (ids.length === 0 ? OUTDATED_MS : ROUND_MS);
      return false;
    }
    const { publicationId } = job;
    const fault = await this.reindexing.index(job, true);
    if (fault === null) return true;
    this.logger.warn({ publicationId, fault }, 'A released page could not be rendered again.');
    await this.pages.keepAsRendered(publicationId);
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer, notFoundAnswer, redirection } from './answers.js';
import { AnswerCache } from '../platform/http/answer-cache.js';
import { atomFeed } from './atom-feed.js';
import type { Coding } from '../platform/http/deliver.js';
import { siteOf } from './html/site.js';
import { feedHref, localeSubject } from './page-path.js';
import { type FeedSubject, PagesRepository } from './pages.repository.js';

const ATOM = 'application/atom+xml; charset=utf-8';

/** Answers requests for the Atom feeds of the newest documents (contract 9). */
@Injectable()
export class FeedsService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly answers: AnswerCache,
    private readonly config: Config,
  ) {}

  async all(coding: Coding): Promise<Answer | undefined> {
    const subject = { kind: 'all' } as const;
    return this.feed(subject, (await this.pages.feedStamp(subject)) ?? '', coding);
  }

  /**
   * Answers with the feed of a locale. Answers 404 if the locale has no documents, and redirects if `name` is not the
   * canonical spelling of the locale. Returns `undefined` if `name` cannot be a locale.
   */
  async locale(name: string, coding: Coding): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const stamp = await this.pages.feedStamp(subject);
    if (stamp === undefined) return notFoundAnswer(this.config.siteName);
    const href = feedHref(subject);
    if (href !== `/${name}/feed.xml`) return redirection(href);
    return this.feed(subject, stamp, coding);
  }

  private feed(subject: FeedSubject, stamp: string, coding: Coding): Promise<Answer | undefined> {
    return this.answers.get(feedHref(subject), stamp, coding, async () => {
      const { entries, stamp: read } = await this.pages.feed(subject);
      const file = atomFeed(siteOf(this.config), subject, entries);
      return { stamp: read, answer: fileAnswer(ATOM, file) };
    });
  }
}

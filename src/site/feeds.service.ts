import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { type Answer, fileAnswer, notFoundAnswer, redirection } from './answer.js';
import { atomFeed } from './atom-feed.js';
import { siteOf } from './html/site.js';
import { feedHref, localeSubject } from './list-path.js';
import type { ListSubject } from './listed-page.js';
import { ListedPagesRepository } from './listed-pages.repository.js';

const ENTRIES = 50;

/** The newest documents for feed readers (contract 9). */
@Injectable()
export class FeedsService {
  constructor(
    private readonly pages: ListedPagesRepository,
    private readonly config: Config,
  ) {}

  /** Answers with the feed of all documents. */
  all(): Promise<Answer> {
    return this.feed({ kind: 'all' });
  }

  /** Answers with the feed of a locale, named in any spelling; `undefined`: it cannot be one. */
  async locale(name: string): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const answer = await this.feed(subject);
    const href = feedHref(subject);
    return answer.status === 200 && href !== `/${name}/feed.xml` ? redirection(href) : answer;
  }

  private async feed(subject: ListSubject): Promise<Answer> {
    const locale = subject.kind === 'locale' ? subject.locale : null;
    const newest = await this.pages.feed(locale, { limit: ENTRIES, offset: 0 });
    if (subject.kind === 'locale' && newest.entries.length === 0) {
      return notFoundAnswer(this.config.siteName);
    }
    return fileAnswer(
      'application/atom+xml; charset=utf-8',
      atomFeed(siteOf(this.config), subject, newest),
      newest.lastChange,
    );
  }
}

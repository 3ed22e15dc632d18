import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import {
  type Answer,
  feedAnswer,
  type LoadedAnswer,
  notFoundAnswer,
  redirection,
} from './answer.js';
import { FeedFiles } from './feed-files.service.js';
import { feedHref, localeSubject } from './list-path.js';

/** Answers requests for the Atom feeds of the newest documents (contract 9). */
@Injectable()
export class FeedsService {
  constructor(
    private readonly files: FeedFiles,
    private readonly config: Config,
  ) {}

  async all(): Promise<LoadedAnswer> {
    const { tag, lastChange } = await this.files.head('');
    return feedAnswer(tag, lastChange, () => this.files.file('', tag));
  }

  /**
   * Answers with the feed of a locale. Answers 404 if the locale has no documents, and redirects if `name` is not the
   * canonical spelling of the locale. Returns `undefined` if `name` cannot be a locale.
   */
  async locale(name: string): Promise<Answer | LoadedAnswer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const { locale } = subject;
    const { tag, lastChange, isEmpty } = await this.files.head(locale);
    if (isEmpty) return notFoundAnswer(this.config.siteName);
    const href = feedHref(subject);
    if (href !== `/${name}/feed.xml`) return redirection(href);
    return feedAnswer(tag, lastChange, () => this.files.file(locale, tag));
  }
}

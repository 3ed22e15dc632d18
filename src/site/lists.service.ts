import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { listAnswer, notFoundAnswer, redirection } from './answers.js';
import { listPage } from './html/list-page.js';
import { lookOf, siteOf } from './html/site.js';
import { composed } from '../platform/validation/rule.js';
import {
  canBeTag,
  listHref,
  type ListSubject,
  localeSubject,
  pageNumber,
} from '../documents/page-path.js';
import { PagesRepository } from './pages.repository.js';

export type ListQuery = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 30;
/**
 * Maximum number of pages of a list. For the last page, PostgreSQL skips 15,000 documents, which takes about 10 ms.
 * Readers find older documents by search and in the sitemap.
 */
const LAST_PAGE = 500;

/** Answers requests for the lists of the newest documents (contract 9). */
@Injectable()
export class ListsService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly config: Config,
  ) {}

  all(query: ListQuery): Promise<Answer> {
    return this.list({ kind: 'all' }, query);
  }

  async tag(written: string, query: ListQuery): Promise<Answer> {
    const tag = composed(written);
    return canBeTag(tag)
      ? this.list({ kind: 'tag', tag }, query)
      : notFoundAnswer(lookOf(this.config));
  }

  /**
   * Answers with the list of a locale, or redirects if `path` is not the canonical path of this list. Returns
   * `undefined` if `name` cannot be a locale.
   */
  async locale(name: string, path: string, query: ListQuery): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const answer = await this.list(subject, query);
    return answer.status === 200 && path !== listHref(subject)
      ? redirection(listHref(subject, pageNumber(query)))
      : answer;
  }

  private async list(subject: ListSubject, query: ListQuery): Promise<Answer> {
    const page = pageNumber(query);
    if (page === undefined || page > LAST_PAGE) return notFoundAnswer(lookOf(this.config));
    const [entries, locales] = await Promise.all([
      // One extra row shows whether there is a next page.
      this.pages.newest(subject, { limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE }),
      subject.kind === 'tag' ? [] : this.pages.locales(),
    ]);
    const isEmptySite = subject.kind === 'all' && page === 1;
    if (entries.length === 0 && !isEmptySite) return notFoundAnswer(lookOf(this.config));
    const content = {
      subject,
      page,
      entries: entries.slice(0, PAGE_SIZE),
      hasMore: entries.length > PAGE_SIZE && page < LAST_PAGE,
      locales,
    };
    return listAnswer(listPage(siteOf(this.config), content));
  }
}

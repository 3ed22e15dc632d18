import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import type { Answer, Coding } from '../platform/http/deliver.js';
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
} from '../documents/list-path.js';
import { MenusService } from './menus.service.js';
import { ListsRepository } from './lists.repository.js';
import { PagesRepository } from './pages.repository.js';
import { PagesService } from './pages.service.js';
import { SitePlaces } from './site-places.service.js';

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
    private readonly rows: ListsRepository,
    private readonly documents: PagesService,
    private readonly places: SitePlaces,
    private readonly menus: MenusService,
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
   * Answers with the start page of a locale, or with its list if it has none. Redirects if `path` is not its canonical
   * path. Returns `undefined` if `name` cannot be a locale.
   */
  async locale(
    name: string,
    path: string,
    query: ListQuery,
    coding: Coding,
  ): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const home = await this.places.home(subject.locale);
    if (!home) return this.canonical(subject, path, query);
    if (path !== listHref(subject)) return redirection(listHref(subject));
    const page = pageNumber(query);
    if (page !== undefined && page > 1) {
      return redirection(listHref({ ...subject, isNewest: true }, page));
    }
    return (await this.documents.page(home, coding)) ?? this.canonical(subject, path, query);
  }

  /** Answers with the list of a locale at `/{locale}/new`. A document at this path goes first. */
  async newest(
    name: string,
    path: string,
    query: ListQuery,
    coding: Coding,
  ): Promise<Answer | undefined> {
    const subject = localeSubject(name);
    if (!subject) return undefined;
    const isTaken = await this.pages.state({ locale: subject.locale, slug: 'new' });
    return isTaken
      ? this.documents.answer(path, coding)
      : this.canonical({ ...subject, isNewest: true }, path, query);
  }

  private async canonical(subject: ListSubject, path: string, query: ListQuery): Promise<Answer> {
    const answer = await this.list(subject, query);
    return answer.status === 200 && path !== listHref(subject)
      ? redirection(listHref(subject, pageNumber(query)))
      : answer;
  }

  private async list(subject: ListSubject, query: ListQuery): Promise<Answer> {
    const page = pageNumber(query);
    if (page === undefined || page > LAST_PAGE) return notFoundAnswer(lookOf(this.config));
    const isLocale = subject.kind === 'locale' && subject.isNewest === undefined;
    const menu = isLocale ? await this.menus.current(subject.locale) : undefined;
    // One extra row shows whether there is a next page.
    const window = { limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE };
    const [entries, locales] = await Promise.all([
      this.rows.newest(subject, window, menu && [menu.slug, ...menu.places.keys()]),
      subject.kind === 'tag' ? [] : this.rows.locales(),
    ]);
    const canBeEmpty = page === 1 && (subject.kind === 'all' || menu !== undefined);
    if (entries.length === 0 && !canBeEmpty) return notFoundAnswer(lookOf(this.config));
    const content = {
      subject,
      page,
      menu,
      entries: entries.slice(0, PAGE_SIZE),
      hasMore: entries.length > PAGE_SIZE && page < LAST_PAGE,
      locales,
    };
    return listAnswer(listPage(siteOf(this.config), content));
  }
}

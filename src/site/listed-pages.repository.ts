import { Injectable } from '@nestjs/common';
import { PublicReads } from '../platform/database/public-reads.js';
import type { Statement } from '../platform/database/statement.js';
import type { FeedEntry, ListedPage, ListSubject, NewestPages } from './listed-page.js';
import {
  FEED,
  FEED_IN_LOCALE,
  LOCALES,
  NEWEST,
  NEWEST_IN_LOCALE,
  NEWEST_WITH_TAG,
} from './listed-pages.statements.js';

/** Which of the newest documents are wanted. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** More would be no list any more: each is one step in an index. */
const MAX_LOCALES = 100;
/** Before the first release. */
const NEVER = new Date(0);

@Injectable()
export class ListedPagesRepository {
  constructor(private readonly reads: PublicReads) {}

  newest(subject: ListSubject, window: Window): Promise<NewestPages> {
    return this.read(statementFor(subject), window);
  }

  /** The newest with their texts: of all, or of a locale. */
  feed(locale: string | null, window: Window): Promise<NewestPages<FeedEntry>> {
    return this.read(locale === null ? [FEED] : [FEED_IN_LOCALE, locale], window);
  }

  /** The locales that have documents, sorted. */
  async locales(): Promise<readonly string[]> {
    const rows = await this.reads.rows<{ locale: string }>(LOCALES, [MAX_LOCALES]);
    return rows.map(({ locale }) => locale);
  }

  private async read<Page extends ListedPage>(
    [statement, ...named]: readonly [Statement, ...string[]],
    { limit, offset }: Window,
  ): Promise<NewestPages<Page>> {
    const values = [limit, offset, ...named];
    const rows = await this.reads.rows<Page & { lastChange: Date | null }>(statement, values);
    return {
      entries: rows.filter(({ slug }) => slug !== null),
      lastChange: rows[0]?.lastChange ?? NEVER,
    };
  }
}

function statementFor(subject: ListSubject): [Statement, ...string[]] {
  if (subject.kind === 'locale') return [NEWEST_IN_LOCALE, subject.locale];
  return subject.kind === 'tag' ? [NEWEST_WITH_TAG, subject.tag] : [NEWEST];
}

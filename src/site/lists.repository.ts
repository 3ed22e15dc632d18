import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { RENDERER } from '../rendering/rendered-document.js';
import { LISTED_COLUMNS, PAGE_DATES, RELEASE_COLUMNS, SHOWN_TABLES } from './page-facts.sql.js';
import type { ListSubject } from '../documents/list-path.js';
import type { FeedEntry, ListedPage } from './shown-page.js';

/** The columns of a page in a list. */
const LISTED = `
  page.publication_id AS "publicationId", page.locale, page.slug, page.version, ${LISTED_COLUMNS}, ${PAGE_DATES}`;

/*
 * The newest pages of a list, by their paths. Parameters: $1 limit, $2 offset, $3 locale or tag; $4 with a locale: slugs
 * that are left out; with a tag: locale, or null for all locales.
 */
const CHOSEN: Readonly<Record<ListSubject['kind'], string>> = {
  all: `
    SELECT locale, slug FROM page
     WHERE withdrawn_at IS NULL
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`,
  locale: `
    SELECT locale, slug FROM page
     WHERE withdrawn_at IS NULL AND locale = $3 AND slug <> ALL ($4::text[])
     ORDER BY published_at DESC, slug DESC LIMIT $1 OFFSET $2`,
  tag: `
    SELECT locale, slug FROM released_tag
     WHERE tag = $3 AND ($4::text IS NULL OR locale = $4)
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`,
};
const NEWEST_FIRST = `ORDER BY page.published_at DESC, page.locale DESC, page.slug DESC`;

const listed = (chosen: string, columns: string): string => `
  SELECT ${columns} FROM (${chosen}) AS chosen
    JOIN (${SHOWN_TABLES}) ON page.locale = chosen.locale AND page.slug = chosen.slug ${NEWEST_FIRST}`;

/** Maximum length of the text of a feed entry, in bytes of HTML. Longer texts are left out of the feed. */
const MAX_FEED_TEXT = 20_480;
/** SQL expression for the state of a page in a feed. Every change of the row gives a new `xmin`. */
const ENTRY_STAMP = `page.locale || ' ' || page.slug || ' ' || page.xmin::text || ' ' || v.xmin::text`;
const ENTRY = `${LISTED}, ${RELEASE_COLUMNS}, ${ENTRY_STAMP} AS stamp,
  CASE WHEN octet_length(v.html) <= ${MAX_FEED_TEXT} AND v.renderer = ${RENDERER} THEN v.html END AS html`;

/**
 * Reads the state of a feed, which changes whenever one of its entries changes; `null` if the feed has no entries. The
 * query is fast, because it reads only indexes and one row for each entry.
 */
const feedStamp = (kind: ListSubject['kind']): string => `
  SELECT string_agg(${ENTRY_STAMP}, ',' ${NEWEST_FIRST}) AS stamp
    FROM (${CHOSEN[kind]}) AS chosen JOIN page USING (locale, slug)
         JOIN released_version AS v ON v.publication_id = page.publication_id AND v.version = page.version`;

const LISTS = {
  all: { name: 'list_all', text: listed(CHOSEN.all, LISTED) },
  locale: { name: 'list_of_locale', text: listed(CHOSEN.locale, LISTED) },
  tag: { name: 'list_of_tag', text: listed(CHOSEN.tag, LISTED) },
};
const FEEDS = {
  all: {
    stamp: { name: 'feed_stamp', text: feedStamp('all') },
    entries: { name: 'feed_entries', text: listed(CHOSEN.all, ENTRY) },
  },
  locale: {
    stamp: { name: 'feed_stamp_of_locale', text: feedStamp('locale') },
    entries: { name: 'feed_entries_of_locale', text: listed(CHOSEN.locale, ENTRY) },
  },
  tag: {
    stamp: { name: 'feed_stamp_of_tag', text: feedStamp('tag') },
    entries: { name: 'feed_entries_of_tag', text: listed(CHOSEN.tag, ENTRY) },
  },
};

/** Reads at most $1 locales that have documents, with one index look-up for each locale. */
const LOCALES: Statement = {
  name: 'list_locales',
  text: `
    WITH RECURSIVE shown AS (
      SELECT min(locale) AS locale FROM page WHERE withdrawn_at IS NULL
      UNION ALL
      SELECT (SELECT min(locale) FROM page
               WHERE withdrawn_at IS NULL AND locale > shown.locale)
        FROM shown WHERE locale IS NOT NULL)
    SELECT locale FROM shown WHERE locale IS NOT NULL LIMIT $1`,
};

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

const FEED_WINDOW: Window = { limit: 50, offset: 0 };
/**
 * Maximum number of locales in a list. More locales would not help readers, and each locale costs one index look-up.
 */
const MAX_LOCALES = 100;

@Injectable()
export class ListsRepository {
  constructor(private readonly database: Database) {}

  /** @param without slugs that the list of a locale leaves out */
  newest(
    subject: ListSubject,
    window: Window,
    without: readonly string[] = [],
  ): Promise<readonly ListedPage[]> {
    return this.rows(LISTS[subject.kind], valuesOf(subject, window, without));
  }

  /** Reads the state of a feed; `undefined` if the feed has no entries. */
  async feedStamp(subject: ListSubject): Promise<string | undefined> {
    const { stamp } = FEEDS[subject.kind];
    const [row] = await this.rows<{ stamp: string | null }>(stamp, valuesOf(subject, FEED_WINDOW));
    return row!.stamp ?? undefined;
  }

  /** Reads the entries of a feed, newest first, and the state of the feed when they were read. */
  async feed(
    subject: ListSubject,
  ): Promise<{ readonly entries: readonly FeedEntry[]; readonly stamp: string }> {
    type Row = FeedEntry & { readonly stamp: string };
    const { entries: statement } = FEEDS[subject.kind];
    const entries = await this.rows<Row>(statement, valuesOf(subject, FEED_WINDOW));
    return { entries, stamp: entries.map(({ stamp }) => stamp).join(',') };
  }

  /** Reads the locales that have public documents, sorted; at most `MAX_LOCALES`. */
  async locales(): Promise<readonly string[]> {
    const rows = await this.rows<{ locale: string }>(LOCALES, [MAX_LOCALES]);
    return rows.map(({ locale }) => locale);
  }

  private rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.database.publicReads.rows<Row>(statement, values);
  }
}

function valuesOf(
  subject: ListSubject,
  { limit, offset }: Window,
  without: readonly string[] = [],
): unknown[] {
  if (subject.kind === 'all') return [limit, offset];
  return subject.kind === 'locale'
    ? [limit, offset, subject.locale, without]
    : [limit, offset, subject.tag, subject.locale ?? null];
}

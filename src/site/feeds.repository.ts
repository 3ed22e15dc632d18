import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Reads, Statement } from '../platform/database/statement.js';
import type { CompressedFile } from './compressed-file.js';
import type { FeedEntry, NewestPages } from './listed-page.js';
import {
  entriesOf,
  IN_LOCALE,
  ALL,
  LAST_CHANGE,
  listed,
  LISTED,
} from './listed-pages.statements.js';

const ENTRIES = 50;

/** Maximum length of the text of an entry, in characters of HTML. Longer texts are left out of the feed. */
const MAX_CONTENT = 32_000;

/**
 * SQL expression for the state of a row. Every change gives the row a new `xmin`, and `xmin` does not depend on a
 * clock.
 */
const ROW_STAMP = `locale || ' ' || slug || ' ' || released_page.xmin::text`;

const ENTRY = `${LISTED}, approved_by AS "approvedBy", approved_via AS "approvedVia", approved_in AS "approvedIn",
  account_name AS "accountName", ${ROW_STAMP} AS stamp,
  CASE WHEN length(html) <= ${MAX_CONTENT} THEN html END AS html`;

/**
 * Makes the query for the state of a feed: its stamp, and the last change of the site. The query `chosen` selects the
 * entries of the feed. The resulting query is fast, because it reads only indexes and one row for each entry.
 */
const stampOf = (chosen: string): string => `
  SELECT string_agg(${ROW_STAMP}, ',' ORDER BY published_at DESC, locale DESC, slug DESC) AS stamp,
         (${LAST_CHANGE}) AS "lastChange"
    FROM (${chosen}) AS chosen JOIN released_page USING (locale, slug)`;

/** Parameters: $1 limit, $2 offset; for the feed of a locale also $3 locale. */
const STATEMENTS = {
  all: {
    stamp: { name: 'feed_stamp', text: stampOf(ALL) },
    entries: { name: 'feed_entries', text: listed(ALL, ENTRY) },
  },
  locale: {
    stamp: { name: 'feed_stamp_in_locale', text: stampOf(IN_LOCALE) },
    entries: { name: 'feed_entries_in_locale', text: listed(IN_LOCALE, ENTRY) },
  },
};

/** Finds the stored feed with locale $1 (empty for the feed of all documents) and tag $2. */
const FIND: Statement = {
  name: 'prerendered_feed_find',
  text: `SELECT tag, br, gzip FROM prerendered_feed WHERE locale = $1 AND tag = $2`,
};

/**
 * Stores a feed if the stamp of the entries in the database is still $7. If the stamp differs, does nothing. An entry
 * may have been withdrawn after the feed was made, and the text of a withdrawn document must not be stored. Parameters:
 * $1 limit, $2 offset, $3 locale (empty for the feed of all documents), $4 tag, $5 brotli, $6 gzip.
 */
const storing = (name: string, chosen: string): Statement => ({
  name,
  text: `
    INSERT INTO prerendered_feed (locale, tag, br, gzip)
    SELECT $3::text, $4, $5, $6 FROM (${stampOf(chosen)}) AS shown WHERE coalesce(stamp, '') = $7
    ON CONFLICT (locale) DO UPDATE SET tag = excluded.tag, br = excluded.br, gzip = excluded.gzip`,
});
const STORE = {
  all: storing('prerendered_feed_store_all', ALL),
  locale: storing('prerendered_feed_store_in_locale', IN_LOCALE),
};

/** The current state of a feed. */
export interface FeedState {
  /** Changes whenever an entry of the feed changes. */
  readonly stamp: string;
  readonly isEmpty: boolean;
  /** Time of the last release or withdrawal on the site. */
  readonly lastChange: Date;
}

/** Entries and state of a feed, from the same query. */
export type FeedContent = NewestPages<FeedEntry> & FeedState;

/** Reads the entries of feeds, and stores feeds. In all methods, `locale` is empty for the feed of all documents. */
@Injectable()
export class FeedsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the database connections for requests of readers, or for the worker. Only readers can use the replica. */
  source(of: 'readers' | 'worker'): Reads {
    return of === 'readers' ? this.database.publicReads : this.database.worker;
  }

  async state(from: Reads, locale: string): Promise<FeedState> {
    const { stamp } = STATEMENTS[locale === '' ? 'all' : 'locale'];
    type Row = { stamp: string | null; lastChange: Date | null };
    const [row] = await from.rows<Row>(stamp, valuesFor(locale));
    return stateOf(row!.stamp ?? '', row!.lastChange);
  }

  async content(from: Reads, locale: string): Promise<FeedContent> {
    const { entries } = STATEMENTS[locale === '' ? 'all' : 'locale'];
    type Row = FeedEntry & { stamp: string; lastChange: Date | null };
    const newest = entriesOf(await from.rows<Row>(entries, valuesFor(locale)));
    const stamp = newest.entries.map((entry) => entry.stamp).join(',');
    return { ...newest, ...stateOf(stamp, newest.lastChange) };
  }

  async find(from: Reads, locale: string, tag: string): Promise<CompressedFile | undefined> {
    const [file] = await from.rows<CompressedFile>(FIND, [locale, tag]);
    return file;
  }

  /** Stores a feed. Does nothing if the entries have changed since the feed was made. */
  async store(
    locale: string,
    { tag, br, gzip }: CompressedFile,
    { stamp, isEmpty }: FeedState,
  ): Promise<void> {
    const made = isEmpty ? '' : stamp;
    const values = [ENTRIES, 0, locale, tag, br, gzip, made];
    await this.database.worker.rows(STORE[locale === '' ? 'all' : 'locale'], values);
  }
}

const valuesFor = (locale: string): unknown[] => [ENTRIES, 0, ...(locale === '' ? [] : [locale])];

/**
 * Makes the state of a feed. An empty feed has no rows from which to make a stamp. Its stamp is the time of the last
 * change of the site.
 */
function stateOf(rows: string, lastChange: Date | null): FeedState {
  const at = lastChange ?? new Date(0);
  return { stamp: rows || at.toISOString(), isEmpty: rows === '', lastChange: at };
}

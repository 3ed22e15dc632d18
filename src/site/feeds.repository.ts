import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Reads, Statement } from '../platform/database/statement.js';
import type { FeedEntry, NewestPages } from './listed-page.js';
import {
  entriesOf,
  IN_LOCALE,
  ALL,
  LAST_CHANGE,
  listed,
  LISTED,
} from './listed-pages.statements.js';
import type { CompressedFile } from './shown-page.js';

const ENTRIES = 50;

/** A text of more characters is left out of a feed. */
const MAX_CONTENT = 32_000;

/** Identifies a state of a row: any change gives a new `xmin`, whatever the clocks say. */
const ROW_STAMP = `locale || ' ' || slug || ' ' || released_page.xmin::text`;

const ENTRY = `${LISTED}, approved_by AS "approvedBy", approved_via AS "approvedVia", account_name AS "accountName", ${ROW_STAMP} AS stamp,
  CASE WHEN length(html) <= ${MAX_CONTENT} THEN html END AS html`;

/** Identifies a state of the feed; reads two indexes and one row for each entry. */
const stampOf = (chosen: string): string => `
  SELECT string_agg(${ROW_STAMP}, ',' ORDER BY published_at DESC, locale DESC, slug DESC) AS stamp,
         (${LAST_CHANGE}) AS "lastChange"
    FROM (${chosen}) AS chosen JOIN released_page USING (locale, slug)`;

/** $1 limit, $2 offset, $3 locale where the feed is of one. */
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

/** $1 locale, empty for the feed of all; $2 tag. */
const FIND: Statement = {
  name: 'prerendered_feed_find',
  text: `SELECT tag, br, gzip FROM prerendered_feed WHERE locale = $1 AND tag = $2`,
};

/**
 * Keeps a feed if it still shows what it was made of, $7: nothing is kept of a document that was taken down meanwhile.
 * $1 limit, $2 offset, $3 locale, empty for the feed of all; $4 tag, $5 brotli, $6 gzip.
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
  /** Identifies the state. */
  readonly stamp: string;
  readonly isEmpty: boolean;
  /** The last change of the site. */
  readonly lastChange: Date;
}

/** The entries of a feed, of the state that they were read of. */
export type FeedContent = NewestPages<FeedEntry> & FeedState;

/** Entries of feeds, and stored feeds. `locale` is empty for the feed of all. */
@Injectable()
export class FeedsRepository {
  constructor(private readonly database: Database) {}

  /** Reads for readers may use the replica. */
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

  /** Keeps a feed that was made of a state, if the feed is in that state still. */
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

/** An empty feed shows when the site last changed. */
function stateOf(rows: string, lastChange: Date | null): FeedState {
  const at = lastChange ?? new Date(0);
  return { stamp: rows || at.toISOString(), isEmpty: rows === '', lastChange: at };
}

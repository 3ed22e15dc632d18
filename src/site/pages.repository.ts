import { Injectable } from '@nestjs/common';
import { SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { RENDERER } from '../rendering/rendered-document.js';
import {
  REVISION_COLUMNS,
  LISTED_COLUMNS,
  PAGE_DATES,
  RELEASE_COLUMNS,
  menuStamp,
  SAME_SLUG,
  SHOWN_TABLES,
} from './page-facts.sql.js';
import type { ListSubject, PagePath } from '../documents/page-path.js';
import type { FeedEntry, ListedPage, Rendered, ShownPage } from './shown-page.js';

/*
 * Everything that readers get of released pages is read here. `LISTED` and `SHOWN` are the only lists of columns.
 */

const LISTED = `
  page.publication_id AS "publicationId", page.locale, page.slug, page.version, ${LISTED_COLUMNS}, ${PAGE_DATES}`;
const SHOWN = `
  page.publication_id AS "publicationId", page.account_id AS "accountId", page.locale, page.slug, page.version,
  ${PAGE_DATES}, ${REVISION_COLUMNS}, ${RELEASE_COLUMNS}, v.html, v.headings`;

/**
 * Reads the states of the public or withdrawn pages at these paths: $1 locales, $2 slugs at the same indexes. `unnest`
 * hides the number of paths from the planner, so that one plan serves any number.
 */
export const FIND_STATES: Statement = {
  name: 'page_states',
  text: `
    SELECT place::integer, stamp, CASE WHEN withdrawn_at IS NOT NULL THEN json_build_object(
             'notice', notice,
             'movedTo', (SELECT json_build_object('locale', heir.locale, 'slug', heir.slug) FROM page AS heir
                        WHERE heir.publication_id = page.superseded_by AND heir.withdrawn_at IS NULL)) END AS withdrawn
      FROM unnest((SELECT $1::text[]), (SELECT $2::text[])) WITH ORDINALITY AS asked (locale, slug, place)
           JOIN page USING (locale, slug) CROSS JOIN LATERAL (${SAME_SLUG}) AS same`,
};

/** Reads the public page at locale $1 and slug $2. */
export const READ_PAGE: Statement = {
  name: 'page_read',
  text: `
    SELECT ${SHOWN}, translations, stamp, ${menuStamp('page.locale')} AS "menuStamp",
           v.renderer <> ${RENDERER} AS "isOutdated", ${SHOWN_PICTURES}
      FROM ${SHOWN_TABLES} CROSS JOIN LATERAL (${SAME_SLUG}) AS same
     WHERE page.locale = $1 AND page.slug = $2 AND page.withdrawn_at IS NULL`,
};

/** The state of a page. `stamp` changes whenever the page changes. */
export interface PageState {
  readonly stamp: string;
  /** What is at the address of a document that is not public any more; `null` if the page is public. */
  readonly withdrawn: WithdrawnPage | null;
}

/** What readers find at the address of a document that was withdrawn or superseded. */
export interface WithdrawnPage {
  /** Plain text for readers; `null` if the operator gave none. */
  readonly notice: string | null;
  /** The public document that took its place; `null` if there is none, or if it is not public. */
  readonly movedTo: PagePath | null;
}

/** A page, with its state when it was read. */
export interface StoredPage extends ShownPage, Rendered {
  readonly stamp: string;
  /** The state of the menu of the locale; `null` if there is none. */
  readonly menuStamp: string | null;
}

/*
 * The newest pages of a list, by their paths. Parameters: $1 limit, $2 offset, $3 locale or tag, $4 with a tag: locale, or
 * null for all locales.
 */
const CHOSEN: Readonly<Record<ListSubject['kind'], string>> = {
  all: `
    SELECT locale, slug FROM page
     WHERE withdrawn_at IS NULL
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`,
  locale: `
    SELECT locale, slug FROM page
     WHERE withdrawn_at IS NULL AND locale = $3
     ORDER BY published_at DESC, slug DESC LIMIT $1 OFFSET $2`,
  tag: `
    SELECT locale, slug FROM released_tag
     WHERE tag = $3 AND ($4::text IS NULL OR locale = $4)
     ORDER BY published_at DESC, locale DESC, slug DESC LIMIT $1 OFFSET $2`,
};
/** The newest pages of locale $3, without those with a slug of $4. */
const MORE_IN_LOCALE = `
    SELECT locale, slug FROM page
     WHERE withdrawn_at IS NULL AND locale = $3 AND slug <> ALL ($4::text[])
     ORDER BY published_at DESC, slug DESC LIMIT $1 OFFSET $2`;
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
const MORE: Statement = {
  name: 'list_of_locale_more',
  text: listed(MORE_IN_LOCALE, LISTED),
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

interface AskedState {
  readonly path: PagePath;
  readonly resolve: (state: PageState | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads released pages for readers. */
@Injectable()
export class PagesRepository {
  private asked: AskedState[] = [];

  constructor(private readonly database: Database) {}

  /**
   * Reads the state of the page at a path; `undefined` if the path never had a public page. All requests of one turn of
   * the event loop share one statement: a statement of its own is a third of what a page costs. The statement starts
   * after these requests have arrived, so that no state is older than its request.
   */
  state(path: PagePath): Promise<PageState | undefined> {
    return new Promise((resolve, reject) => {
      if (this.asked.push({ path, resolve, reject }) === 1) setImmediate(() => void this.answer());
    });
  }

  private async answer(): Promise<void> {
    const { asked } = this;
    this.asked = [];
    const values = [asked.map(({ path }) => path.locale), asked.map(({ path }) => path.slug)];
    try {
      const rows = await this.rows<PageState & { readonly place: number }>(FIND_STATES, values);
      const states = new Map(rows.map((row) => [row.place, row]));
      asked.forEach(({ resolve }, index) => resolve(states.get(index + 1)));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  /** Reads the public page at a path. */
  async read({ locale, slug }: PagePath): Promise<StoredPage | undefined> {
    const [row] = await this.rows<StoredPage>(READ_PAGE, [locale, slug]);
    return row;
  }

  /** Reads the newest documents of a list, newest first. */
  newest(subject: ListSubject, window: Window): Promise<readonly ListedPage[]> {
    return this.rows(LISTS[subject.kind], valuesOf(subject, window));
  }

  /** Reads the newest documents of a locale that are not in its menu, newest first. */
  beside(
    locale: string,
    inMenu: readonly string[],
    { limit, offset }: Window,
  ): Promise<readonly ListedPage[]> {
    return this.rows(MORE, [limit, offset, locale, inMenu]);
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

function valuesOf(subject: ListSubject, { limit, offset }: Window): unknown[] {
  if (subject.kind === 'all') return [limit, offset];
  return subject.kind === 'locale'
    ? [limit, offset, subject.locale]
    : [limit, offset, subject.tag, subject.locale ?? null];
}

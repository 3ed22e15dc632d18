import { Injectable } from '@nestjs/common';
import { SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { RENDERER } from '../rendering/rendered-document.js';
import {
  REVISION_COLUMNS,
  PAGE_DATES,
  RELEASE_COLUMNS,
  menuStamp,
  SAME_SLUG,
  SHOWN_TABLES,
} from './page-facts.sql.js';
import type { PagePath } from '../documents/page-path.js';
import type { Rendered, ShownPage } from './shown-page.js';

/** The columns of a page, as its page and its Markdown show it. */
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
interface PageState {
  readonly stamp: string;
  /** What is at the address of a document that is not public any more; `null` if the page is public. */
  readonly withdrawn: WithdrawnPage | null;
}

/** What readers find at the address of a document that was withdrawn or superseded. */
interface WithdrawnPage {
  /** Plain text for readers; `null` if the operator gave none. */
  readonly notice: string | null;
  /** The public document that took its place; `null` if there is none, or if it is not public. */
  readonly movedTo: PagePath | null;
}

/** A page, with its state when it was read. */
interface StoredPage extends ShownPage, Rendered {
  readonly stamp: string;
  /** The state of the menu of the locale; `null` if there is none. */
  readonly menuStamp: string | null;
}

interface AskedState {
  readonly path: PagePath;
  readonly resolve: (state: PageState | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads single released pages for readers; `ListsRepository` reads lists and feeds of them. */
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

  async read({ locale, slug }: PagePath): Promise<StoredPage | undefined> {
    const [row] = await this.rows<StoredPage>(READ_PAGE, [locale, slug]);
    return row;
  }

  private rows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.database.publicReads.rows<Row>(statement, values);
  }
}

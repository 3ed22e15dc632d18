import type { Database } from '../../src/platform/database/database.js';
import { namedStatement } from '../../src/platform/database/statement.js';
import type { NewEntry } from '../../src/search/entry.js';
import { entryValues, PUT_ENTRY } from '../../src/search/put-entry.sql.js';
import { type PageToPublish, pageValues, PUBLISH_PAGE } from '../../src/site/publish-page.sql.js';

/** The time at which a page or a search entry became public. */
interface Published {
  readonly publishedAt: Date;
}

/**
 * In the statements of a release, a CTE of this name marks the job, and returns the marked job. The other parts of the
 * statement read its row.
 */
const PUBLISH = namedStatement(
  'test_publish',
  `WITH made AS (SELECT $publicationId::uuid AS publication_id, $publishedAt::timestamptz AS published_at),
        ${PUBLISH_PAGE} SELECT`,
);
const PUT = namedStatement(
  'test_put',
  `WITH indexed AS (SELECT $publishedAt::timestamptz AS published_at), ${PUT_ENTRY} SELECT`,
);

export type PageOnItsWay = PageToPublish & Published;

/** Publishes a page on the site, without a release. */
export async function publishPage(database: Database, page: PageOnItsWay): Promise<void> {
  const values = { ...pageValues(page), publishedAt: page.publishedAt };
  await database.rows(PUBLISH, PUBLISH.values(values));
}

export type EntryOnItsWay = NewEntry & Published;

/** Adds documents to the search index, without a release. */
export async function putEntries(
  database: Database,
  entries: readonly EntryOnItsWay[],
): Promise<void> {
  for (const entry of entries) {
    const { publishedAt } = entry;
    await database.rows(PUT, PUT.values({ ...entryValues(entry), publishedAt }));
  }
}

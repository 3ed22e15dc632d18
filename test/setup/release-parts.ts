import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.js';
import { namedStatement } from '../../src/platform/database/statement.js';
import type { NewEntry } from '../../src/search/entry.js';
import { entryColumns, PUT_ENTRIES } from '../../src/search/put-entries.js';
import { pageColumns, type PageToPublish, PUBLISH_PAGES } from '../../src/site/publish-pages.js';

/** The time at which a page or a search entry became public. */
interface Published {
  readonly publishedAt: Date;
}

/**
 * Returns a CTE with rows that look like jobs. In the statements of a release, a CTE of the same name updates jobs, and
 * returns the updated jobs. The other parts of the statement read the rows of this CTE.
 */
const marked = (part: string): string => `
  ${part} AS (SELECT * FROM unnest($ids::uuid[], $publishedAts::timestamptz[], $approvedBys::text[])
                         AS marked (publication_id, published_at, approved_by)
           CROSS JOIN LATERAL (
             SELECT published_at AS shown_at, CASE WHEN approved_by IS NOT NULL THEN 'key' END AS approved_via,
                    NULL::text AS approved_in) AS shown)`;
const marks = (ids: string[], publishedAts: Date[], approvedBys: (string | null)[] = [null]) => ({
  ids,
  publishedAts,
  approvedBys,
});

const PUBLISH = namedStatement('test_publish', `WITH ${marked('made')}, ${PUBLISH_PAGES} SELECT`);
const PUT = namedStatement(
  'test_put',
  `WITH ${marked('indexed')}, ${PUT_ENTRIES} SELECT approved_by FROM indexed`,
);

export type PageOnItsWay = PageToPublish & Published & { readonly approvedBy: string | null };

/** Publishes a page on the site, without a release. */
export async function publishPage(
  database: Database,
  page: PageOnItsWay,
  renderedBy: string,
): Promise<void> {
  const { publicationId, publishedAt, approvedBy } = page;
  const made = marks([publicationId], [publishedAt], [approvedBy]);
  await database.rows(PUBLISH, PUBLISH.values({ ...made, ...pageColumns([page], renderedBy) }));
}

export type EntryOnItsWay = Omit<NewEntry, 'publicationId'> & Published;

/** Adds documents to the search index, without a release. */
export async function putEntries(
  database: Database,
  entries: readonly EntryOnItsWay[],
): Promise<void> {
  const named = entries.map((entry) => ({ ...entry, publicationId: randomUUID() }));
  const indexed = marks(
    named.map(({ publicationId }) => publicationId),
    named.map(({ publishedAt }) => publishedAt),
  );
  await database.rows(PUT, PUT.values({ ...indexed, ...entryColumns(named) }));
}

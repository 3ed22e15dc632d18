import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.js';
import { namedStatement, type Statement } from '../../src/platform/database/statement.js';
import type { SearchWords } from '../../src/search/search-words.js';
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

/** A released document, to be found by its words. */
export interface EntryOnItsWay extends Published {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly authorKind: string;
  readonly words: SearchWords;
}

/** Makes SQL that writes revisions: `from` has their id, version, title, description, tags and author_kind. */
export const revisionsOf = (from: string): string => `
      INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                            created_at)
      SELECT id, version, jsonb_build_object('title', title, 'description', description, 'tags', tags, 'sources', '{}'::text[],
               'author', jsonb_build_object('kind', author_kind, 'name', '')), '', 0, 'draft', '', 'http', now() FROM ${from}`;

/** Writes the next revision of the documents $1, in the order of $1, in an account that all of them share. */
const WRITE: Statement = {
  name: 'test_write',
  text: `
    WITH given AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
        place integer, id uuid, locale text, slug text, title text, description text, tags text[], "authorKind" text)
    ), owner AS (
      INSERT INTO account (id, name, plan, status) VALUES ('00000000-0000-7000-8000-000000000000', 'Owner', 'free', 'active')
      ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id
    ), written AS (
      INSERT INTO publication AS p (id, account_id, locale, slug, version, created_at, updated_at)
      SELECT given.id, owner.id, locale, slug, 1, now(), now() FROM given, owner
      ON CONFLICT (locale, slug) DO UPDATE SET version = p.version + 1
      RETURNING p.id, p.locale, p.slug, p.version
    ), revised AS (
      ${revisionsOf(`(SELECT written.id, version, title, description, tags, "authorKind" AS author_kind
                        FROM written JOIN given USING (locale, slug)) AS revision_given`)}
    )
    SELECT written.id, version FROM written JOIN given USING (locale, slug) ORDER BY place`,
};

/** Adds documents to the search index, without a release. */
export async function putEntries(
  database: Database,
  entries: readonly EntryOnItsWay[],
): Promise<void> {
  const given = entries.map(({ words: _, publishedAt: _at, ...document }, place) => ({
    ...document,
    place,
    id: randomUUID(),
  }));
  type Row = { id: string; version: number };
  const written = await database.rows<Row>(WRITE, [
    JSON.stringify(given).replaceAll(/\\u(?:0000|d[89a-f][0-9a-f]{2})/g, ''),
  ]);
  for (const [place, { locale, words, publishedAt }] of entries.entries()) {
    const { id: publicationId, version } = written[place]!;
    const entry = { publicationId, version, locale, words };
    await database.rows(PUT, PUT.values({ ...entryValues(entry), publishedAt }));
  }
}

/** Returns the id of the publication at an address. */
export async function publicationAt(
  database: Database,
  locale: string,
  slug: string,
): Promise<string> {
  const text = 'SELECT id FROM publication WHERE locale = $1 AND slug = $2';
  const [row] = await database.rows<{ id: string }>({ name: 'test_at', text }, [locale, slug]);
  return row!.id;
}

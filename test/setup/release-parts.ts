import { randomUUID } from 'node:crypto';
import type { ReleaseApproval } from '../../src/documents/release-facts.js';
import type { Database } from '../../src/platform/database/database.js';
import { namedStatement, type Statement } from '../../src/platform/database/statement.js';
import type { SearchWords } from '../../src/search/search-words.js';
import { entryValues, PUT_PUBLIC_ENTRY } from '../../src/search/put-entry.sql.js';
import { type Heading, RENDERER } from '../../src/rendering/rendered-document.js';
import { type PageToPublish, PUBLISH_PAGE } from '../../src/site/publish-page.sql.js';
import { SAMPLE } from './document.js';

/** The time at which a page or a search entry became public. */
interface Published {
  readonly publishedAt: Date;
}

export interface PageOnItsWay
  extends PageToPublish, Published, Pick<ReleaseApproval, 'approvedBy' | 'approvedVia'> {
  readonly title: string;
  readonly description: string;
  readonly sources: readonly string[];
  readonly authorKind: string;
  readonly authorName: string;
  readonly markdown: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly accountName: string;
}

/** Stores a revision and what rendering made of it, then shows it as the statement of a release does. */
const PUBLISH = namedStatement(
  'test_publish',
  `
    WITH account AS (
      INSERT INTO account (id, name, plan, status) VALUES ($accountId, $accountName, 'free', 'active') ON CONFLICT (id) DO NOTHING
    ), publication AS (
      INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at, searched_version)
      VALUES ($publicationId, $accountId, $locale, $slug, $version, now(), now(), $version)
      ON CONFLICT (locale, slug) DO UPDATE SET version = excluded.version, searched_version = excluded.version
      RETURNING id
    ), revision AS (
      INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                            created_at)
      SELECT id, $version, $document::jsonb, $markdown, char_length($markdown), 'draft', '', 'http', now()
        FROM publication
      ON CONFLICT (publication_id, version) DO UPDATE SET document = excluded.document, content = excluded.content
    ), made AS (SELECT id AS publication_id, $publishedAt::timestamptz AS published_at FROM publication),
    decided AS (
      INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, channel, request_id)
      SELECT gen_random_uuid(), $accountId, publication_id, $version, 'released', $approvedBy, $approvedVia, 'http', ''
        FROM made
      RETURNING id
    ), ${PUBLISH_PAGE}, kept AS (
      INSERT INTO released_version (publication_id, version, html, headings, renderer, published_at,
                                     first_published_at, decision_id, account_name, record_number)
      SELECT publication_id, $version, $html, $headings::jsonb, ${RENDERER}, published_at, first_published_at,
             decided.id, $accountName, 1
        FROM shown, decided
      ON CONFLICT (publication_id, version) DO UPDATE
         SET html = excluded.html, headings = excluded.headings, published_at = excluded.published_at,
             first_published_at = excluded.first_published_at, decision_id = excluded.decision_id,
             account_name = excluded.account_name
    )
    SELECT publication_id AS "publicationId" FROM shown`,
);
const PUT = namedStatement(
  'test_put',
  `WITH indexed AS (
     SELECT $publicationId::uuid AS publication_id, $version::integer AS version, $publishedAt::timestamptz AS published_at
   ), ${PUT_PUBLIC_ENTRY} SELECT`,
);

/** Publishes a page on the site and adds it to the search index, without a release. */
export async function publishPage(
  database: Database,
  page: PageOnItsWay,
  words: SearchWords,
): Promise<void> {
  const { title, description, tags, sources, authorKind: kind, authorName: name } = page;
  const author = { kind, name };
  const document = JSON.stringify({ ...SAMPLE, title, description, tags, sources, author });
  const values = { ...page, document, headings: JSON.stringify(page.headings) };
  const [shown] = await database.rows<{ publicationId: string }>(PUBLISH, PUBLISH.values(values));
  const { accountId, version, publishedAt } = page;
  const entry = entryValues({ accountId, title, words, warnings: [] });
  await database.rows(PUT, PUT.values({ ...shown!, ...entry, version, publishedAt }));
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
      SELECT id, version, '${JSON.stringify(SAMPLE)}'::jsonb || jsonb_build_object('title', title, 'description', description,
               'tags', tags, 'author', jsonb_build_object('kind', author_kind, 'name', '')), '', 0, 'draft', '', 'http', now() FROM ${from}`;

const OWNER = '00000000-0000-7000-8000-000000000000';

/** Writes the next revision of the documents $1, in the order of $1, in an account that all of them share. */
const WRITE: Statement = {
  name: 'test_write',
  text: `
    WITH given AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
        place integer, id uuid, locale text, slug text, title text, description text, tags text[], "authorKind" text)
    ), owner AS (
      INSERT INTO account (id, name, plan, status) VALUES ('${OWNER}', 'Owner', 'free', 'active')
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
  for (const [place, { title, words, publishedAt }] of entries.entries()) {
    const { id: publicationId, version } = written[place]!;
    const entry = entryValues({ accountId: OWNER, title, words, warnings: [] });
    await database.rows(PUT, PUT.values({ ...entry, publicationId, version, publishedAt }));
  }
}

/** Returns the id of the publication at an address; `undefined` if there is none. */
export async function publicationAt(
  database: Database,
  locale: string,
  slug: string,
): Promise<string | undefined> {
  const text = 'SELECT id FROM publication WHERE locale = $1 AND slug = $2';
  const [row] = await database.rows<{ id: string }>({ name: 'test_at', text }, [locale, slug]);
  return row?.id;
}

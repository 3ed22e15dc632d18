import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { NewWorkingEntry } from './entry.js';
import { slugVector } from './search-words.js';
import { languageOf } from './stemmers.js';

/** Working revisions as the parameters of `PUT_WORKING`; no two of one publication. */
export function workingColumns(entries: readonly NewWorkingEntry[]) {
  const column = (name: Exclude<keyof NewWorkingEntry, 'words'>) =>
    entries.map((entry) => entry[name]);
  return {
    account: column('accountId'),
    publication: column('publicationId'),
    version: column('version'),
    locale: column('locale'),
    slug: column('slug'),
    body: entries.map(({ words }) => words.body),
    words: entries.map(({ words }) => words.vector),
    length: entries.map(({ words }) => words.length),
    slugWords: entries.map(({ locale, slug }) => slugVector(slug, languageOf(locale))),
    language: entries.map(({ locale }) => languageOf(locale)),
  };
}

/** Publication `p` is to be indexed; the words of its partial index. */
const LACKING = 'p.searched_version IS DISTINCT FROM p.version';
/** Looked at for each claim; others may have taken some of them. */
const LOOKED_AT = 64;
/** The newest come first, so that what is written now is found soon; the oldest too, so that none waits for ever. */
const lacking = (order: 'ASC' | 'DESC'): string => `
      (SELECT p.id, p.version FROM publication p WHERE ${LACKING} ORDER BY p.updated_at ${order} LIMIT ${LOOKED_AT})`;

/**
 * Takes up to $1 documents for $2 ms, and none while a release is due. What is about to be released comes
 * with its release, which makes the same words.
 */
export const CLAIM_WORKING: Statement = {
  name: 'working_claim',
  text: `
    WITH newest AS MATERIALIZED ${lacking('DESC')}, oldest AS MATERIALIZED ${lacking('ASC')},
    free AS MATERIALIZED (
      SELECT DISTINCT ON (p.id) p.id, p.turn
        FROM (SELECT *, row_number() OVER () * 2 AS turn FROM newest
              UNION ALL SELECT *, row_number() OVER () * 2 + 1 FROM oldest) AS p
       WHERE NOT EXISTS (SELECT FROM working_claim c WHERE c.publication_id = p.id AND c.until > now())
         AND NOT EXISTS (SELECT FROM release l
                          WHERE l.publication_id = p.id AND l.due_at IS NOT NULL
                            AND l.requested_version = p.version
                            AND l.requested_at > now() - interval '10 seconds')
       ORDER BY p.id, p.turn
    ), next AS (
      SELECT id FROM free WHERE NOT EXISTS (SELECT FROM release WHERE due_at <= now())
       ORDER BY turn LIMIT $1
    )
    INSERT INTO working_claim AS c (publication_id, until, attempts)
    SELECT id, now() + $2 * interval '1 millisecond', 1 FROM next ORDER BY id
    ON CONFLICT (publication_id) DO UPDATE SET until = excluded.until, attempts = c.attempts + 1
     WHERE c.until <= now()
    RETURNING publication_id AS "publicationId", attempts`,
};

/**
 * Puts revisions that are the working ones still and are not put yet, and says that the index holds them; answers
 * which. Entries are numbered within their account, as those of what is public are among each other.
 *
 * What is put is left alone for `restMs`: who writes a document ten times in a second has it indexed twice at most. One
 * that is being written at this moment is to be indexed anew in any case.
 *
 * The rows of documents, which their writers need, are locked last, when nothing is waited for any more: parts run
 * when they are read, so that `free` reads all of `entered` first.
 */
export const PUT_WORKING = namedStatement<ReturnType<typeof workingColumns> & { restMs: number }>(
  'working_put_all',
  `
    WITH lacking AS MATERIALIZED (
      SELECT given.*, r.created_at,
             row_number() OVER (PARTITION BY given.account_id ORDER BY given.id) AS nth,
             NOT EXISTS (SELECT FROM working_entry e
                          WHERE e.locale = given.locale AND e.slug = given.slug) AS is_new
        FROM unnest((SELECT $account::uuid[]), (SELECT $publication::uuid[]), (SELECT $version::integer[]),
                    (SELECT $locale::text[]), (SELECT $slug::text[]), (SELECT $body::text[]),
                    (SELECT $words::text[]), (SELECT $length::integer[]), (SELECT $slugWords::text[]),
                    (SELECT $language::text[]))
               AS given (account_id, id, version, locale, slug, body, words, length, slug_words, language)
             JOIN publication p USING (id, version)
             JOIN revision r ON r.publication_id = id AND r.version = given.version
       WHERE ${LACKING}
    ), account AS (
      INSERT INTO working_account AS a (account_id, entries, puts, languages)
      SELECT account_id, count(*) FILTER (WHERE is_new), count(*), array_agg(DISTINCT language)
        FROM lacking GROUP BY account_id ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE
         SET puts = a.puts + excluded.puts, entries = a.entries + excluded.entries,
             languages = CASE WHEN a.languages @> excluded.languages OR cardinality(a.languages) >= 100
                              THEN a.languages
                              ELSE ARRAY(SELECT DISTINCT unnest(a.languages || excluded.languages)) END
      RETURNING account_id, puts
    ), numbered AS (
      SELECT lacking.*, puts - count(*) OVER (PARTITION BY account_id) + nth AS number
        FROM lacking JOIN account USING (account_id)
    ), entered AS (
      INSERT INTO working_entry (locale, slug, body, vector, length, publication_id, version, published_at)
      SELECT locale, slug, body,
             words::tsvector || slug_words::tsvector
               || format('''&%s'' ''~%s'' ''~~%s''', account_id, number >> 13, number >> 15)::tsvector,
             length, id, version, created_at
        FROM numbered
      ON CONFLICT (locale, slug) DO UPDATE
         SET body = excluded.body, vector = excluded.vector, length = excluded.length,
             version = excluded.version, published_at = excluded.published_at
       WHERE working_entry.version <= excluded.version
      RETURNING publication_id AS id, version
    ), rested AS (
      UPDATE working_claim SET until = now() + $restMs * interval '1 millisecond', attempts = 0
        FROM (SELECT id FROM entered ORDER BY id) AS put WHERE publication_id = put.id
    ), free AS MATERIALIZED (
      SELECT p.id, p.version
        FROM (SELECT id, version FROM entered ORDER BY id) AS put JOIN publication p USING (id, version)
         FOR NO KEY UPDATE OF p SKIP LOCKED
    ), marked AS (
      UPDATE publication p SET searched_version = free.version FROM free WHERE p.id = free.id
    )
    SELECT id AS "publicationId" FROM entered`,
);

/** So few that no write waits long; and a number that the planner sees, or else it would read the whole table. */
const FORGOTTEN_AT_ONCE = 200;

/**
 * Lets the next publications after $1, in the order of their ids, be indexed anew; answers how many of them were
 * indexed, and the last. What waits already is passed over.
 */
export const FORGET_WORKING: Statement = {
  name: 'working_index_anew',
  text: `
    WITH next AS MATERIALIZED (
      SELECT id, searched_version FROM publication WHERE id > $1 ORDER BY id LIMIT ${FORGOTTEN_AT_ONCE}
         FOR NO KEY UPDATE
    ), forgotten AS (
      UPDATE publication p SET searched_version = NULL FROM next
       WHERE p.id = next.id AND next.searched_version IS NOT NULL
      RETURNING p.id
    )
    SELECT (SELECT count(*)::integer FROM forgotten) AS forgotten,
           (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last`,
};

/** Gives publications $1 back as if they had not been claimed, but leaves them alone for $2 ms. */
export const GIVE_BACK_WORKING: Statement = {
  name: 'working_give_back',
  text: `
    UPDATE working_claim SET until = now() + $2 * interval '1 millisecond', attempts = attempts - 1
     WHERE publication_id = ANY ($1::uuid[])`,
};

/** Claims that ended a minute ago mean nothing any more. */
export const FORGET_CLAIMS: Statement = {
  name: 'working_forget',
  text: `DELETE FROM working_claim WHERE until < now() - interval '1 minute'`,
};

/** How many documents are to be indexed, counted up to $1. */
export const WORKING_BACKLOG: Statement = {
  name: 'working_backlog',
  text: `
    SELECT count(*)::integer AS documents
      FROM (SELECT FROM publication p WHERE ${LACKING} ORDER BY p.updated_at LIMIT $1) AS counted`,
};

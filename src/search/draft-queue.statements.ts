import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { NewDraftEntry } from './entry.js';
import { languageOf } from './stemmers.js';

/** The parameters of `PUT_DRAFTS`; the entries must belong to different publications. */
export function draftColumns(entries: readonly NewDraftEntry[]) {
  const column = (name: Exclude<keyof NewDraftEntry, 'words'>) =>
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
    language: entries.map(({ locale }) => languageOf(locale)),
  };
}

/** Publication `p` must be indexed. Has the text of the partial index's condition, so that PostgreSQL uses it. */
const LACKING = 'p.searched_version IS DISTINCT FROM p.version';
/** A claim reads this many of the newest and of the oldest documents of an account: others may have claimed some. */
const MAX_LOOKED_AT = 16;
/** The most accounts that a claim reads, because other processes may have claimed all documents of some. */
const MAX_ACCOUNTS = 50;

/** The first account after `after` with a document to index: one index look-up, however many documents are queued. */
const nextAccount = (after: string): string => `
        SELECT p.account_id FROM publication p WHERE p.account_id > ${after} AND ${LACKING}
        ORDER BY p.account_id LIMIT 1`;

/**
 * The newest or oldest documents of `account`. `place` interleaves both ends; `isSecond` lets the other end be first.
 */
const lineOf = (order: 'ASC' | 'DESC', isSecond: string): string => `
          (SELECT *, row_number() OVER () * 2 + (${isSecond})::integer AS place FROM (
            SELECT p.id, p.version, p.updated_at FROM publication p
             WHERE p.account_id = account.account_id AND ${LACKING} ORDER BY p.updated_at ${order} LIMIT ${MAX_LOOKED_AT}
          ) AS ${order === 'ASC' ? 'oldest' : 'newest'})`;

/**
 * Claims up to $1 documents for $2 ms. Accounts take turns: first those after account $3, then the others, without the
 * accounts $4. Each account gives one document, and a second one only if all accounts together gave fewer than $1. The
 * newest document of an account comes first, so that new text is found soon. If $5 is true, the oldest comes first, so
 * that no document starves.
 *
 * While any release is due, documents that changed in the last $6 ms are not claimed. A working revision that is being
 * released is not claimed for 10 s after its publish was requested, because the release makes the same words. After
 * these 10 s it is claimed only if it is the first document that its account gives.
 */
export const CLAIM_DRAFTS: Statement = {
  name: 'working_claim_in_turn',
  text: `
    WITH RECURSIVE after AS (
      SELECT * FROM (${nextAccount('$3::uuid')}) AS first
      UNION ALL
      SELECT next.account_id FROM after, LATERAL (${nextAccount('after.account_id')}) AS next
    ), before AS (
      SELECT * FROM (SELECT p.account_id FROM publication p WHERE ${LACKING} ORDER BY p.account_id LIMIT 1) AS first
      UNION ALL
      SELECT next.account_id FROM before, LATERAL (${nextAccount('before.account_id')}) AS next
      WHERE before.account_id < $3::uuid
    ), account AS (
      SELECT *, row_number() OVER () AS turn
        FROM ((SELECT account_id FROM after LIMIT ${MAX_ACCOUNTS})
              UNION ALL (SELECT account_id FROM before WHERE account_id <= $3::uuid LIMIT ${MAX_ACCOUNTS})) AS found
       WHERE account_id <> ALL ($4::uuid[])
       LIMIT ${MAX_ACCOUNTS}
    ), due AS MATERIALIZED (
      SELECT EXISTS (SELECT FROM release WHERE due_at <= now()) AS is_release
    ), free AS (
      SELECT DISTINCT ON (account.turn, p.id) account.turn, account.account_id, p.id, p.place,
             EXISTS (SELECT FROM release l
                      WHERE l.publication_id = p.id AND l.due_at IS NOT NULL
                        AND l.requested_version = p.version) AS is_to_be_released
        FROM due, account CROSS JOIN LATERAL (${lineOf('DESC', '$5::boolean')} UNION ALL ${lineOf('ASC', 'NOT $5::boolean')}
             ) AS p
       WHERE NOT EXISTS (SELECT FROM working_claim c WHERE c.publication_id = p.id AND c.until > now())
         AND NOT EXISTS (SELECT FROM release l
                          WHERE l.publication_id = p.id AND l.due_at IS NOT NULL
                            AND l.requested_version = p.version
                            AND l.requested_at > now() - interval '10 seconds')
         AND NOT (due.is_release AND p.updated_at > now() - $6 * interval '1 millisecond')
       ORDER BY account.turn, p.id, p.place
    ), next AS (
      SELECT id, account_id, turn FROM (
        SELECT *, row_number() OVER (PARTITION BY turn ORDER BY place) AS nth FROM free
      ) AS each
       WHERE nth = 1 OR NOT is_to_be_released
       ORDER BY nth, turn LIMIT $1
    ), claimed AS (
      INSERT INTO working_claim AS c (publication_id, until, attempts)
      SELECT id, now() + $2 * interval '1 millisecond', 1 FROM next ORDER BY id
      ON CONFLICT (publication_id) DO UPDATE SET until = excluded.until, attempts = c.attempts + 1
       WHERE c.until <= now()
      RETURNING publication_id, attempts
    )
    SELECT publication_id AS "publicationId", account_id AS "accountId", attempts
      FROM claimed JOIN next ON id = publication_id ORDER BY turn`,
};

/** Extends the claims of documents $1 to $3 ms from now, if their number of attempts is still $2. */
export const EXTEND_DRAFTS: Statement = {
  name: 'working_extend',
  text: `
    UPDATE working_claim c SET until = now() + $3 * interval '1 millisecond'
      FROM unnest($1::uuid[], $2::integer[]) AS held (publication_id, attempts)
     WHERE c.publication_id = held.publication_id AND c.attempts = held.attempts`,
};

/**
 * Indexes those revisions that are still the working revisions and not indexed yet, marks them as indexed, and returns
 * their publications. Entries are numbered within each account.
 *
 * An indexed document is not claimed again for `restMs`, so that ten writes within a second cause at most two
 * indexings. A publication row that a writer has locked is not marked, because its next revision must be indexed
 * anyway.
 *
 * The publication rows, which writers need, are locked last, so that they are not held while other parts wait:
 * PostgreSQL runs a part of a `WITH` when it is read, and `free` reads all of `entered` before it locks.
 */
export const PUT_DRAFTS = namedStatement<ReturnType<typeof draftColumns> & { restMs: number }>(
  'working_put_entries',
  `
    WITH lacking AS MATERIALIZED (
      SELECT given.*, r.created_at,
             row_number() OVER (PARTITION BY given.account_id ORDER BY given.id) AS nth,
             NOT EXISTS (SELECT FROM working_entry e
                          WHERE e.locale = given.locale AND e.slug = given.slug) AS is_new
        FROM unnest((SELECT $account::uuid[]), (SELECT $publication::uuid[]), (SELECT $version::integer[]),
                    (SELECT $locale::text[]), (SELECT $slug::text[]), (SELECT $body::text[]),
                    (SELECT $words::text[]), (SELECT $length::integer[]), (SELECT $language::text[]))
               AS given (account_id, id, version, locale, slug, body, words, length, language)
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
             words::tsvector || format('''&%s'' ''~%s'' ''~~%s''', account_id, number >> 13, number >> 15)::tsvector,
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

/** Rows per statement: few, so that no write waits long. Not a parameter, or the planner would scan the whole table. */
const FORGOTTEN_AT_ONCE = 200;

/** Queues the publications after id $1 for indexing again. Returns how many it queued, and the last id that it read. */
export const FORGET_DRAFTS: Statement = {
  name: 'working_index_anew',
  text: `
    WITH next AS MATERIALIZED (
      SELECT id, version, searched_version FROM publication WHERE id > $1 ORDER BY id LIMIT ${FORGOTTEN_AT_ONCE}
         FOR NO KEY UPDATE
    ), forgotten AS (
      UPDATE publication p SET searched_version = NULL FROM next
       WHERE p.id = next.id AND next.searched_version IS NOT NULL AND next.version > 0
      RETURNING p.id
    )
    SELECT (SELECT count(*)::integer FROM forgotten) AS forgotten,
           (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last`,
};

/** Lets the claims of publications $1 end in $2 ms, and does not count them as attempts. */
export const GIVE_BACK_DRAFTS: Statement = {
  name: 'working_give_back',
  text: `
    UPDATE working_claim SET until = now() + $2 * interval '1 millisecond', attempts = attempts - 1
     WHERE publication_id = ANY ($1::uuid[])`,
};

/** Deletes claims that ended more than a minute ago, because nothing needs them any more. */
export const FORGET_CLAIMS: Statement = {
  name: 'working_forget',
  text: `DELETE FROM working_claim WHERE until < now() - interval '1 minute'`,
};

/** The number of documents to index, counted up to $1. */
export const DRAFT_BACKLOG: Statement = {
  name: 'working_backlog',
  text: `
    SELECT count(*)::integer AS documents
      FROM (SELECT FROM publication p WHERE ${LACKING} ORDER BY p.updated_at LIMIT $1) AS counted`,
};

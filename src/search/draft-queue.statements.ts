import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { NewDraftEntry } from './entry.js';
import { LACKS_DRAFT_ENTRY } from './put-entry.sql.js';
import { languageOf } from './stemmers.js';

/** Makes the parameters of `PUT_DRAFTS`, except `restMs`. Two entries must not be of the same publication. */
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

/**
 * A claim reads up to this many of the newest and as many of the oldest documents of an account. A claim reads more
 * documents than it takes, because other claims can hold some of these documents.
 */
const MAX_LOOKED_AT = 16;
/**
 * Maximum number of accounts that a claim reads. A claim reads more accounts than it needs, because all documents of an
 * account can be claimed already.
 */
const MAX_ACCOUNTS = 50;

/**
 * Makes SQL that finds the account with the lowest id above `after` among the accounts with a document to index. The
 * SQL needs one index look-up, however many documents are queued.
 */
const nextAccount = (after: string): string => `
        SELECT p.account_id FROM publication p WHERE p.account_id > ${after} AND ${LACKS_DRAFT_ENTRY}
        ORDER BY p.account_id LIMIT 1`;

/**
 * Makes SQL for the newest (`DESC`) or oldest (`ASC`) documents of the account in the row `account`. A claim unites
 * both lists and sorts by `place`, so that newest and oldest documents alternate. The list whose `isSecond` is true
 * comes second.
 */
const lineOf = (order: 'ASC' | 'DESC', isSecond: string): string => `
          (SELECT *, row_number() OVER () * 2 + (${isSecond})::integer AS place FROM (
            SELECT p.id, p.version, p.updated_at FROM publication p
             WHERE p.account_id = account.account_id AND ${LACKS_DRAFT_ENTRY} ORDER BY p.updated_at ${order} LIMIT ${MAX_LOOKED_AT}
          ) AS ${order === 'ASC' ? 'oldest' : 'newest'})`;

/**
 * Claims up to $1 documents for $2 ms, but no documents of the accounts $4. Accounts take turns in the order of their
 * ids, beginning after account $3. If at least $1 accounts have a document to index, a claim takes at most one document
 * of each account. If fewer accounts have a document to index, the claim also takes second documents, and so on. The
 * newest document of an account comes first, so that new text is found soon. If $5 is true, the oldest document comes
 * first, so that no document waits forever.
 *
 * While any release is due, a document that changed in the last $6 ms is not claimed.
 *
 * The release of a working revision makes the same search words as the indexing of a draft. So a document whose working
 * revision is being released, or is released but not indexed, is claimed late. In the first 10 s after the publish was
 * accepted, the document is not claimed. Later, the document is claimed only if it comes first among the unclaimed
 * documents of its account.
 */
export const CLAIM_DRAFTS: Statement = {
  name: 'working_claim_in_turn',
  text: `
    WITH RECURSIVE after AS (
      SELECT * FROM (${nextAccount('$3::uuid')}) AS first
      UNION ALL
      SELECT next.account_id FROM after, LATERAL (${nextAccount('after.account_id')}) AS next
    ), before AS (
      SELECT * FROM (SELECT p.account_id FROM publication p WHERE ${LACKS_DRAFT_ENTRY} ORDER BY p.account_id LIMIT 1) AS first
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

/**
 * Extends the claims of the documents in $1 to $3 ms from now. $2 has the number of attempts of each claim. Skips a
 * claim whose number of attempts differs, because another process has claimed the document meanwhile.
 */
export const EXTEND_DRAFTS: Statement = {
  name: 'working_extend',
  text: `
    UPDATE working_claim c SET until = now() + $3 * interval '1 millisecond'
      FROM unnest($1::uuid[], $2::integer[]) AS held (publication_id, attempts)
     WHERE c.publication_id = held.publication_id AND c.attempts = held.attempts`,
};

/**
 * Indexes those revisions that are still the working revisions and not indexed yet, marks them as indexed, and returns
 * their publications. Each entry gets the next number of its account, so that a search can be limited to the newest
 * entries.
 *
 * An indexed document is not claimed again for `restMs` ms. With 1 s, ten writes within a second cause at most two
 * indexings. A publication row that a writer has locked is not marked, because the writer adds a revision, and the
 * document must then be indexed again.
 *
 * Writers need the publication rows, so the statement locks these rows last, and waits for no other lock while it holds
 * these locks. PostgreSQL runs a CTE when the CTE is read, and `free` reads all of `entered` before it locks a row.
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
       WHERE ${LACKS_DRAFT_ENTRY}
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

/**
 * Number of rows that one statement locks. The number is small, so that no write waits long. The number is part of the
 * SQL text, because with a parameter the planner would scan the whole table.
 */
const FORGOTTEN_AT_ONCE = 200;

/**
 * Reads the next publications after id $1, in order of id, and queues those that were indexed before. Returns how many
 * publications it queued, and the last id that it read. This id is `NULL` if it found no publication.
 */
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

/** Changes the claims of publications $1 so that they end in $2 ms and do not count as attempts. */
export const GIVE_BACK_DRAFTS: Statement = {
  name: 'working_give_back',
  text: `
    UPDATE working_claim SET until = now() + $2 * interval '1 millisecond', attempts = attempts - 1
     WHERE publication_id = ANY ($1::uuid[])`,
};

/** Deletes claims that ended more than a minute ago. */
export const FORGET_CLAIMS: Statement = {
  name: 'working_forget',
  text: `DELETE FROM working_claim WHERE until < now() - interval '1 minute'`,
};

/** Counts the documents to index, up to $1. */
export const DRAFT_BACKLOG: Statement = {
  name: 'working_backlog',
  text: `
    SELECT count(*)::integer AS documents
      FROM (SELECT FROM publication p WHERE ${LACKS_DRAFT_ENTRY} ORDER BY p.updated_at LIMIT $1) AS counted`,
};

import type { Statement } from '../platform/database/statement.js';

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
 * Puts revision $8 of publication $7 of account $6, unless it is not the working one any more, or is put
 * already: $1 locale, $2 slug, $3 body, $4 index words, $5 length, $9 words of the slug, $10 language. Entries are
 * numbered within their account, as those of what is public are among each other.
 */
export const PUT_WORKING: Statement = {
  name: 'working_put',
  text: `
    WITH lacking AS (
      SELECT r.created_at
        FROM publication p JOIN revision r ON r.publication_id = p.id AND r.version = p.version
       WHERE p.id = $7 AND p.version = $8 AND ${LACKING}
    ), account AS (
      INSERT INTO working_account AS a (account_id, entries, puts, languages)
      SELECT $6, 1, 1, ARRAY[$10::text] FROM lacking
      ON CONFLICT (account_id) DO UPDATE
         SET puts = a.puts + 1,
             entries = a.entries
               + (NOT EXISTS (SELECT FROM working_entry WHERE locale = $1 AND slug = $2))::integer,
             languages = CASE WHEN $10 = ANY (a.languages) OR cardinality(a.languages) >= 100
                              THEN a.languages ELSE a.languages || $10 END
      RETURNING puts AS number
    )
    INSERT INTO working_entry (locale, slug, body, vector, length, publication_id, version, published_at)
    SELECT $1, $2, $3,
           $4::tsvector || $9::tsvector
             || format('''&%s'' ''~%s'' ''~~%s''', $6::uuid, number >> 13, number >> 15)::tsvector,
           $5, $7, $8, created_at
      FROM lacking, account
    ON CONFLICT (locale, slug) DO UPDATE
       SET body = excluded.body, vector = excluded.vector, length = excluded.length,
           version = excluded.version, published_at = excluded.published_at
     WHERE working_entry.version <= excluded.version`,
};

/**
 * Says of publications $1 that the index holds their versions $2, and leaves them alone for $3 ms: who
 * writes a document ten times in a second has it indexed twice at most. One that is being written at this
 * moment is to be indexed anew in any case.
 */
export const DONE_WORKING: Statement = {
  name: 'working_done',
  text: `
    WITH free AS (
      SELECT p.id, p.version
        FROM publication p
        JOIN unnest($1::uuid[], $2::integer[]) AS done (id, version) USING (id, version)
         FOR NO KEY UPDATE OF p SKIP LOCKED
    ), marked AS (
      UPDATE publication p SET searched_version = free.version FROM free WHERE p.id = free.id
    )
    UPDATE working_claim SET until = now() + $3 * interval '1 millisecond', attempts = 0
     WHERE publication_id = ANY ($1)`,
};

/** Gives publications $1 back as if they had not been claimed. */
export const GIVE_BACK_WORKING: Statement = {
  name: 'working_give_back',
  text: `
    UPDATE working_claim SET until = now(), attempts = attempts - 1 WHERE publication_id = ANY ($1::uuid[])`,
};

/** Claims that ended a minute ago mean nothing any more. */
export const FORGET_CLAIMS: Statement = {
  name: 'working_forget',
  text: `DELETE FROM working_claim WHERE until < now() - interval '1 minute'`,
};

/** Whether version $2 is the working one of publication $1, and is to be indexed. */
export const LACKS_WORKING: Statement = {
  name: 'working_lacks',
  text: `
    SELECT EXISTS (SELECT FROM publication p WHERE p.id = $1 AND p.version = $2 AND ${LACKING}) AS lacks`,
};

/** How many documents are to be indexed, counted up to $1. */
export const WORKING_BACKLOG: Statement = {
  name: 'working_backlog',
  text: `
    SELECT count(*)::integer AS documents
      FROM (SELECT FROM publication p WHERE ${LACKING} ORDER BY p.updated_at LIMIT $1) AS counted`,
};

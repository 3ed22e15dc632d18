-- Generated from src/search/draft-queue.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- working_claim_in_turn
WITH RECURSIVE after AS (
  SELECT * FROM (
    SELECT p.account_id FROM publication p WHERE p.account_id > $3::uuid AND p.searched_version IS DISTINCT FROM p.version
    ORDER BY p.account_id LIMIT 1) AS first
  UNION ALL
  SELECT next.account_id FROM after, LATERAL (
    SELECT p.account_id FROM publication p WHERE p.account_id > after.account_id AND p.searched_version IS DISTINCT FROM p.version
    ORDER BY p.account_id LIMIT 1) AS next
), before AS (
  SELECT * FROM (SELECT p.account_id FROM publication p WHERE p.searched_version IS DISTINCT FROM p.version ORDER BY p.account_id LIMIT 1) AS first
  UNION ALL
  SELECT next.account_id FROM before, LATERAL (
    SELECT p.account_id FROM publication p WHERE p.account_id > before.account_id AND p.searched_version IS DISTINCT FROM p.version
    ORDER BY p.account_id LIMIT 1) AS next
  WHERE before.account_id < $3::uuid
), account AS (
  SELECT *, row_number() OVER () AS turn
    FROM ((SELECT account_id FROM after LIMIT 50)
          UNION ALL (SELECT account_id FROM before WHERE account_id <= $3::uuid LIMIT 50)) AS found
   WHERE account_id <> ALL ($4::uuid[])
   LIMIT 50
), due AS MATERIALIZED (
  SELECT EXISTS (SELECT FROM release WHERE due_at <= now()) AS is_release
), free AS (
  SELECT DISTINCT ON (account.turn, p.id) account.turn, account.account_id, p.id, p.place,
         EXISTS (SELECT FROM release l
                  WHERE l.publication_id = p.id AND l.due_at IS NOT NULL
                    AND l.requested_version = p.version) AS is_to_be_released
    FROM due, account CROSS JOIN LATERAL (
      (SELECT *, row_number() OVER () * 2 + ($5::boolean)::integer AS place FROM (
        SELECT p.id, p.version, p.updated_at FROM publication p
         WHERE p.account_id = account.account_id AND p.searched_version IS DISTINCT FROM p.version ORDER BY p.updated_at DESC LIMIT 16
      ) AS newest) UNION ALL
      (SELECT *, row_number() OVER () * 2 + (NOT $5::boolean)::integer AS place FROM (
        SELECT p.id, p.version, p.updated_at FROM publication p
         WHERE p.account_id = account.account_id AND p.searched_version IS DISTINCT FROM p.version ORDER BY p.updated_at ASC LIMIT 16
      ) AS oldest)
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
  FROM claimed JOIN next ON id = publication_id ORDER BY turn;

-- working_extend
UPDATE working_claim c SET until = now() + $3 * interval '1 millisecond'
  FROM unnest($1::uuid[], $2::integer[]) AS held (publication_id, attempts)
 WHERE c.publication_id = held.publication_id AND c.attempts = held.attempts;

-- working_put_entries
WITH lacking AS MATERIALIZED (
  SELECT given.*, r.created_at,
         row_number() OVER (PARTITION BY given.account_id ORDER BY given.id) AS nth,
         NOT EXISTS (SELECT FROM working_entry e
                      WHERE e.locale = given.locale AND e.slug = given.slug) AS is_new
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::integer[]),
                (SELECT $4::text[]), (SELECT $5::text[]), (SELECT $6::text[]),
                (SELECT $7::text[]), (SELECT $8::integer[]), (SELECT $9::text[]))
           AS given (account_id, id, version, locale, slug, body, words, length, language)
         JOIN publication p USING (id, version)
         JOIN revision r ON r.publication_id = id AND r.version = given.version
   WHERE p.searched_version IS DISTINCT FROM p.version
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
  UPDATE working_claim SET until = now() + $10 * interval '1 millisecond', attempts = 0
    FROM (SELECT id FROM entered ORDER BY id) AS put WHERE publication_id = put.id
), free AS MATERIALIZED (
  SELECT p.id, p.version
    FROM (SELECT id, version FROM entered ORDER BY id) AS put JOIN publication p USING (id, version)
     FOR NO KEY UPDATE OF p SKIP LOCKED
), marked AS (
  UPDATE publication p SET searched_version = free.version FROM free WHERE p.id = free.id
)
SELECT id AS "publicationId" FROM entered;

-- working_index_anew
WITH next AS MATERIALIZED (
  SELECT id, version, searched_version FROM publication WHERE id > $1 ORDER BY id LIMIT 200
     FOR NO KEY UPDATE
), forgotten AS (
  UPDATE publication p SET searched_version = NULL FROM next
   WHERE p.id = next.id AND next.searched_version IS NOT NULL AND next.version > 0
  RETURNING p.id
)
SELECT (SELECT count(*)::integer FROM forgotten) AS forgotten,
       (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last;

-- working_give_back
UPDATE working_claim SET until = now() + $2 * interval '1 millisecond', attempts = attempts - 1
 WHERE publication_id = ANY ($1::uuid[]);

-- working_forget
DELETE FROM working_claim WHERE until < now() - interval '1 minute';

-- working_backlog
SELECT count(*)::integer AS documents
  FROM (SELECT FROM publication p WHERE p.searched_version IS DISTINCT FROM p.version ORDER BY p.updated_at LIMIT $1) AS counted;

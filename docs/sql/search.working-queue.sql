-- Generated from src/search/working-queue.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- working_claim
WITH newest AS MATERIALIZED
  (SELECT p.id, p.version FROM publication p WHERE p.searched_version IS DISTINCT FROM p.version ORDER BY p.updated_at DESC LIMIT 64), oldest AS MATERIALIZED
  (SELECT p.id, p.version FROM publication p WHERE p.searched_version IS DISTINCT FROM p.version ORDER BY p.updated_at ASC LIMIT 64),
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
RETURNING publication_id AS "publicationId", attempts;

-- working_put_all
WITH lacking AS MATERIALIZED (
  SELECT given.*, r.created_at,
         row_number() OVER (PARTITION BY given.account_id ORDER BY given.id) AS nth,
         NOT EXISTS (SELECT FROM working_entry e
                      WHERE e.locale = given.locale AND e.slug = given.slug) AS is_new
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::integer[]),
                (SELECT $4::text[]), (SELECT $5::text[]), (SELECT $6::text[]),
                (SELECT $7::text[]), (SELECT $8::integer[]), (SELECT $9::text[]),
                (SELECT $10::text[]))
           AS given (account_id, id, version, locale, slug, body, words, length, slug_words, language)
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
  UPDATE working_claim SET until = now() + $11 * interval '1 millisecond', attempts = 0
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
  SELECT id, searched_version FROM publication WHERE id > $1 ORDER BY id LIMIT 200
     FOR NO KEY UPDATE
), forgotten AS (
  UPDATE publication p SET searched_version = NULL FROM next
   WHERE p.id = next.id AND next.searched_version IS NOT NULL
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

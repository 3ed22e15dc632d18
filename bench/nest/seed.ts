import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Caller } from '../caller.js';
import type { Generated } from '../seed.js';

const NO_LIMIT = 1_000_000_000;

/** Adds the account of the load, with its key. */
export async function seedAccount(client: ClientBase, { accountId, key }: Caller): Promise<void> {
  const digest = createHash('sha256').update(key).digest('hex');
  await client.query(`INSERT INTO account (id, name, "dailyWriteLimit") VALUES ($1, 'Bench', $2)`, [
    accountId,
    NO_LIMIT,
  ]);
  await client.query(
    `INSERT INTO api_key (digest, "accountId", scopes) VALUES ($1, $2, '{read,write,publish}')`,
    [digest, accountId],
  );
}

/**
 * Adds the same documents as `generate` does for the service: $1 accounts, $2 batch, $3 count, $4 content, $5 released.
 */
const DOCUMENTS = `
  INSERT INTO publication (id, "accountId", locale, slug, title, content, "contentLength", description, tags, sources,
                           "authorName", version, "publishedVersion", "publishedAt", "createdAt", "updatedAt")
  SELECT (lpad(to_hex($2::integer), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'en', 'generated-' || $2::integer || '-' || n,
         'Document ' || n, $4::text, char_length($4), 'Generated.', ARRAY['generated', 'tag-' || n % 100],
         ARRAY['https://example.org/' || n], 'Generator', at.version,
         CASE WHEN $5::boolean THEN at.version END, CASE WHEN $5 THEN at.time END, at.time, at.time
    FROM generate_series(1, $3::integer) AS n
         CROSS JOIN LATERAL (
           SELECT CASE WHEN n % 10 = 0 THEN 5 ELSE 1 END AS version,
                  date_trunc('milliseconds', now()) - ($3 - n) * interval '1 second' AS time
         ) AS at`;

/** Adds the pages of batch $1. */
const PAGES = `
  INSERT INTO page (locale, slug, "publicationId", version, html)
  SELECT locale, slug, id, version, content FROM publication
   WHERE slug LIKE 'generated-' || $1::integer || '-%'`;

/** Adds $1 pages, which use the texts $2 in turn. */
const MANY = `
  INSERT INTO page (locale, slug, "publicationId", version, html)
  SELECT 'en', 'page-' || n, gen_random_uuid(), 1, ($2::text[])[1 + n % cardinality($2::text[])]
    FROM generate_series(0, $1::integer - 1) AS n`;

/** Adds `count` pages, which use `texts` in turn. */
export async function addNestPages(
  client: ClientBase,
  count: number,
  texts: readonly string[],
): Promise<void> {
  await client.query(MANY, [count, texts]);
}

/** Adds documents as plain Nest would write them, with the ids and slugs of `generate`. */
export async function generateForNest(client: ClientBase, wish: Generated): Promise<void> {
  const { accountIds, batch, count, released, content } = wish;
  await client.query(DOCUMENTS, [accountIds, batch, count, content, released]);
  if (released) await client.query(PAGES, [batch]);
}

import type { Client } from 'pg';
import { type Generated, generate, insertAll } from '../seed.js';

/** Number of publications that one statement generates. The times of the publications are one second apart. */
export const BATCH = 10_000;
const ACCOUNTS = 1_000;
const START = Date.UTC(2026, 0, 1);
/** The content of each document. It is short, so that many documents fit on the disk. */
const CONTENT = 'A *generated* document. '.repeat(4);

/**
 * Rows of accepted writes and signed records. Each version and each release is one accepted write. Each release has a
 * signed record of realistic length.
 */
const RECORDS = [
  `INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel, request_id,
                               created_at, idempotency_key, fingerprint, fingerprint_format, answer)
   SELECT (lpad(to_hex($2::integer), 8, '0') || '-0000-7000-9000-' || lpad(to_hex(n * 8 + v), 12, '0'))::uuid, account_id,
          CASE WHEN v = 1 THEN 'create' WHEN v > version THEN 'publish' ELSE 'update' END, id, least(v, version),
          'key123456789', 'http', md5('request' || slug || v)::uuid, at + v * interval '1 millisecond',
          md5('key' || slug || v)::uuid, sha256(convert_to(slug || v, 'UTF8')), 1,
          json_build_object(
            'id', id, 'version', v, 'createdAt', at, 'updatedAt', at, 'locale', 'en', 'slug', slug, 'title', 'Document ' || n,
            'description', 'Generated.', 'tags', ARRAY['generated', 'tag-' || n % 100],
            'sources', ARRAY['https://example.org/' || n], 'author', json_build_object('kind', 'service', 'name', 'Generator'),
            'intent', 'draft', 'changeNote', '', 'contentLength', 300, 'requestedVersion', NULL, 'publishedVersion', NULL,
            'publishedAt', NULL, 'error', NULL, 'publicBaseUrl', 'https://publisher.example')
   FROM numbered, generate_series(1, version + 1) AS v`,
  `INSERT INTO signed_record (publication_id, number, version, sha256, jws)
   SELECT id, 1, version, sha256(convert_to(slug, 'UTF8')),
          (SELECT string_agg(md5(slug || i), '') FROM generate_series(1, 28) AS i)
   FROM numbered`,
];

/** Adds the accounts among which the publications are divided, and returns their ids. */
export async function addAccounts(sql: Client): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO account (id, name, plan, status)
     SELECT gen_random_uuid(), 'Account ' || n, 'free', 'active' FROM generate_series(1, ${ACCOUNTS}) AS n
     RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Adds the batch with this number, from 1. The times in this batch are later than the times in the batches before. */
export async function addBatch(
  sql: Client,
  accountIds: readonly string[],
  batch: number,
): Promise<void> {
  const wish: Generated = {
    accountIds,
    batch,
    count: BATCH,
    content: CONTENT,
    released: true,
    unsearched: true,
    until: new Date(START + batch * BATCH * 1_000),
  };
  await generate(sql, wish);
  await insertAll(sql, wish, RECORDS);
}

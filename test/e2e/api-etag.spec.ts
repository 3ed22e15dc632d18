import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument, OTHER, WAIT } from '../setup/document.js';
import { sql } from '../setup/sql.js';

// No worker runs, so nothing else changes the rows that the tests set.
const desk = await sharedPair();

/** Creates a publication whose version 1 is public and indexed. Returns its id. */
async function published(): Promise<string> {
  const { body } = await desk.api.create(newDocument());
  await desk.api.publish(body.id, { expectedVersion: 1 });
  await set(
    body.id,
    'release',
    `in_flight = false, published_version = 1, indexed_version = 1,
    published_at = '2026-01-01T00:00:00Z', due_at = NULL`,
  );
  return body.id;
}

async function set(id: string, table: string, change: string): Promise<void> {
  const column = table === 'publication' ? 'id' : 'publication_id';
  await sql(desk.databaseUrl, `UPDATE ${table} SET ${change} WHERE ${column} = $1`, [id]);
}

async function tagOf(id: string): Promise<string> {
  return (await desk.api.read(id)).headers.get('ETag')!;
}

const documentWith = (change: object): string =>
  `document = document || '${JSON.stringify(change)}'`;

const changes: [member: string, table: string, change: string][] = [
  ['locale', 'publication', `locale = 'ko'`],
  ['slug', 'publication', `slug = slug || 'x'`],
  ['content', 'revision', `content = 'Other'`],
  ...Object.entries(OTHER).map(([member, value]): [string, string, string] => [
    member,
    'revision',
    documentWith({ [member]: value }),
  ]),
  ['intent', 'revision', `intent = 'review'`],
  ['publishedVersion', 'release', `published_version = 7, indexed_version = 7`],
  ['state', 'release', `in_flight = true`],
  ['indexStatus', 'release', `indexed_version = NULL`],
  ['publishError', 'release', `error = '{"code": "index_failed"}'`],
  ['createdAt', 'publication', `created_at = created_at - interval '1 millisecond'`],
  ['updatedAt', 'publication', `updated_at = updated_at + interval '1 millisecond'`],
  ['publishedAt', 'release', `published_at = published_at + interval '1 millisecond'`],
];

describe('the ETag of a publication', () => {
  let id: string;
  beforeAll(async () => {
    id = await published();
  });

  it.each(changes)('[4.etag-every-member] changes with %s', async (member, table, change) => {
    const { body: before, headers } = await desk.api.read(id);
    await set(id, table, change);
    const after = await desk.api.read(id, { 'If-None-Match': headers.get('ETag')! });
    expect(after.status).toBe(200);
    expect(after.body).not.toHaveProperty(member, before[member as keyof typeof before]);
    expect(after.headers.get('ETag')).not.toBe(headers.get('ETag'));
  });
});

describe('a read with If-None-Match', () => {
  it.each([
    ['the current tag', (tag: string) => tag],
    ['the weak form of the current tag', (tag: string) => `W/${tag}`],
    ['the current tag among others', (tag: string) => `"other", ${tag}`],
    ['an asterisk', () => '*'],
  ])('[4.get-304] is answered 304 without a body if the header has %s', async (_form, header) => {
    const { body } = await desk.api.create(newDocument(), WAIT);
    const tag = await tagOf(body.id);
    const { status, headers, text } = await desk.api.read(body.id, {
      'If-None-Match': header(tag),
    });
    expect(status).toBe(304);
    expect(text).toBe('');
    expect(headers.get('ETag')).toBe(tag);
  });

  it('[4.get-304] is answered 304 even with Cache-Control: no-cache', async () => {
    const { body } = await desk.api.create(newDocument(), WAIT);
    const headers = { 'If-None-Match': await tagOf(body.id), 'Cache-Control': 'no-cache' };
    expect((await desk.api.read(body.id, headers)).status).toBe(304);
  });
});

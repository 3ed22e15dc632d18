import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { booksOf } from '../../setup/books.js';
import { sharedDesk } from '../../setup/desk.js';
import { newDocument } from '../../setup/document.js';

const MIB = 1_048_576;

const desk = await sharedDesk();

const statusOf = async (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const all = { 'Idempotency-Key': randomUUID(), ...headers };
  return (await desk.api.request('POST', path, { body, headers: all })).status;
};

const PUBLICATIONS = '/api/v1/publications';

// A regular expression that backtracks would take much longer.
describe('the service still answers, and has written nothing, after', { timeout: 60_000 }, () => {
  let before: Awaited<ReturnType<typeof booksOf>>;
  beforeEach(async () => {
    before = await booksOf(desk.databaseUrl, desk.accountId);
  });
  afterEach(async () => {
    expect((await desk.api.usage()).status).toBe(200);
    expect(await booksOf(desk.databaseUrl, desk.accountId)).toEqual(before);
  });

  it('100 pipelined requests, which it answers in order', async () => {
    const { hostname, port } = new URL(desk.url);
    const socket = connect(Number(port), hostname);
    const ids = Array.from({ length: 100 }, (_, index) => `pipelined-${index}`);
    const requests = ids.map(
      (id) =>
        `GET /api/v1/account/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${desk.key}\r\n` +
        `X-Request-Id: ${id}\r\n${id === ids.at(-1) ? 'Connection: close\r\n' : ''}\r\n`,
    );
    socket.write(requests.join(''));
    const answer = await text(socket);
    const answered = [...answer.matchAll(/^X-Request-Id: (\S+)/gim)].map(([, id]) => id);
    expect(answered).toEqual(ids);
  });

  const BOMBS: [string, string][] = [
    ['lists in lists', '['.repeat(2 * MIB)],
    ['objects in objects', '{"a":'.repeat(500_000)],
    ['a deep document', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a number of a million digits', `{"expectedVersion":${'9'.repeat(MIB)}}`],
    ['a text of escapes', `{"title":"${'\\u0301'.repeat(600_000)}"}`],
    ['many members', `{${Array.from({ length: 200_000 }, (_, n) => `"${n}":0`).join()}}`],
    ['one member many times', `{${'"title":"a",'.repeat(300_000)}"title":"b"}`],
  ];
  it.each(BOMBS)('JSON that is expensive to parse, which it refuses: %s', async (_what, body) => {
    for (const path of [PUBLICATIONS, '/mcp']) {
      const status = await statusOf(path, body);
      expect([400, 413, 422]).toContain(status);
    }
  });

  const LONG = 100_000;
  const SLOWING: [string, unknown][] = [
    ['locale', `${'a-'.repeat(LONG)}!`],
    ['locale', 'aa-AAAA-'.repeat(LONG)],
    ['slug', `${'a-'.repeat(LONG)}-`],
    ['slug', `a${'\u0301'.repeat(LONG)}!`],
    ['slug', `${'\uFDFA'.repeat(LONG)}!`],
    ['title', `${' '.repeat(LONG)}\n${' '.repeat(LONG)}\u202e`],
    ['description', `${'\r\n'.repeat(LONG)}\0`],
    ['tags', [`a\n${' '.repeat(LONG)}a`]],
    ['sources', [`http://${'a.'.repeat(LONG)}:@`]],
    ['sources', [`https://${'%'.repeat(LONG)}@`]],
    ['author', { kind: `${'a_-'.repeat(LONG)}A`, name: ' '.repeat(LONG) }],
    ['intent', 'draft'.repeat(LONG)],
  ];
  it.each(SLOWING)(
    'a field value that is slow to validate, which it refuses: %s',
    async (field, value) => {
      const body = JSON.stringify(newDocument({ [field]: value }));
      expect(await statusOf(PUBLICATIONS, body)).toBe(422);
    },
  );

  const QUERIES = ['cursor', 'locale', 'slug', 'tag', 'limit', 'sort'];
  it.each(QUERIES)(
    'a query parameter that is slow to validate, which it refuses: %s',
    async (name) => {
      const value = encodeURIComponent(`${'a-='.repeat(1_500)}!`);
      const answer = await desk.api.list(`?${name}=${value}`);
      expect(answer.status).toBe(400);
    },
  );

  it.each([
    ['Prefer', `${' '.repeat(6_000)}wait${' '.repeat(6_000)}=`],
    ['Idempotency-Key', '"'.repeat(12_000)],
    ['Authorization', `Bearer imp_${'_'.repeat(12_000)}`],
    ['Accept', 'a/b;q=0.1,'.repeat(1_000)],
  ])(
    'a header field that is slow to validate, in a request that it refuses: %s',
    async (name, value) => {
      const status = await statusOf(PUBLICATIONS, '{}', { [name]: value });
      expect([400, 401, 422]).toContain(status);
    },
  );
});

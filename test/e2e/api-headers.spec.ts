import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';

const PUBLICATIONS = '/api/v1/publications';
const UNKNOWN = `${PUBLICATIONS}/01a1fd6f-1e86-74b1-9f1c-020bc5022ce6`;

let desk: SharedPair;
let id: string;
let mayPublish: Client;

beforeAll(async () => {
  desk = await sharedPair();
  mayPublish = (await desk.caller({ account: desk.accountId, scopes: ['publish'] })).api;
  id = (await desk.api.create(newDocument())).body.id;
});

describe('the request id that a client sends', () => {
  it.each([['a'], ['a'.repeat(128)], ['AZaz09._-'], [randomUUID()]])(
    '[4.request-id-kept] is returned, and is the requestId of a refusal: %s',
    async (given) => {
      for (const path of [`${PUBLICATIONS}/${id}`, UNKNOWN, '/api/v1/nothing']) {
        const { status, headers, body } = await desk.api.request('GET', path, {
          headers: { 'X-Request-Id': given },
        });
        expect(headers.get('X-Request-Id')).toBe(given);
        if (status === 404) expect(body.requestId).toBe(given);
      }
    },
  );

  it.each([[''], ['a'.repeat(129)], ['a b'], ['a/b'], ['a,b'], ['é'], ['a"']])(
    '[4.request-id-made] is replaced if it is invalid: %j',
    async (given) => {
      const { headers } = await desk.api.read(id, { 'X-Request-Id': given });
      expect(headers.get('X-Request-Id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(headers.get('X-Request-Id')).not.toBe(given);
    },
  );

  it('[7.key-nowhere] is replaced if it is a key, and no refusal repeats a key that was sent as the name of a field or parameter', async () => {
    const headers = { 'X-Request-Id': desk.key };
    const answers = [
      await desk.api.read(id, headers),
      await desk.api.create(newDocument({ [desk.key]: 1 }), { headers }),
      await desk.api.list(`?${desk.key}=1`),
    ];
    const secret = desk.key.split('_')[2]!;
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 400]);
    for (const { text, headers: fields } of answers)
      expect(text + JSON.stringify([...fields])).not.toContain(secret);
    expect(answers[1]!.text).toContain('_[redacted]');
  });
});

describe('HEAD', () => {
  const own = new Set(['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive']);
  const comparable = ({ headers }: Answer): [string, string][] =>
    [...headers].filter(([name]) => !own.has(name));

  it.each([
    ['a publication', () => `${PUBLICATIONS}/${id}`, 200],
    ['the list', () => PUBLICATIONS, 200],
    ['the usage', () => '/api/v1/account/usage', 200],
    ['a refused query', () => `${PUBLICATIONS}?limit=0`, 400],
    ['an unknown publication', () => UNKNOWN, 404],
    ['an unknown route', () => '/api/v1/nothing', 404],
  ])('[4.head] answers as GET does, without the body: %s', async (_what, path, status) => {
    const headers = { 'X-Request-Id': 'same' };
    const get = await desk.api.request('GET', path(), { headers });
    const head = await desk.api.request('HEAD', path(), { headers });
    expect([get.status, head.status]).toEqual([status, status]);
    expect(comparable(head)).toEqual(comparable(get));
    expect(get.text).not.toBe('');
    expect(head.text).toBe('');
  });

  it('[4.get-304] If-None-Match: * gets 304 only from an answer with an ETag', async () => {
    const any = { headers: { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' } };
    for (const path of ['/health/live', '/health/ready', `${PUBLICATIONS}?limit=1`]) {
      const { status, headers, text } = await desk.api.request('GET', path, any);
      expect([status, headers.get('ETag'), text === ''], path).toEqual([200, null, false]);
    }
    expect((await desk.api.request('GET', `${PUBLICATIONS}/${id}`, any)).status).toBe(304);
    expect((await desk.api.request('GET', '/openapi.json', any)).status).toBe(304);
  });

  it('[4.head] requires a key and the scope, as GET does', async () => {
    expect((await mayPublish.request('HEAD', PUBLICATIONS)).status).toBe(403);
    const headers = { Authorization: 'Bearer x' };
    expect((await desk.api.request('HEAD', PUBLICATIONS, { headers })).status).toBe(401);
  });
});

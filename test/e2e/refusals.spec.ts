import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk({ ROLE: 'api', PUBLISH_MIN_SOURCES: '1' });
const { api, databaseUrl } = desk;
afterAll(() => desk.close());

/** A word in every value that is refused. No refusal may repeat this word, in capital or small letters. */
const ECHO = 'xyzzy';
const PUBLICATIONS = '/api/v1/publications';
const NOW = { expectedVersion: 1 };
const LATE = { expectedVersion: 2 };
const CHANGE = { title: ECHO };

/** A document whose release is in flight. Its idempotency key is `ECHO`. */
const taken = newDocument({
  slug: ECHO,
  title: ECHO,
  tags: [ECHO],
  sources: ['https://example.org/'],
});
const { id } = expectAccepted(await api.create(taken, { key: ECHO }), 201);
const { id: bare } = expectAccepted(await api.create(newDocument()), 201);
expectAccepted(await api.publish(id, NOW), 202);
const { api: mayWrite } = await desk.caller({
  account: desk.accountId,
  scopes: ['read', 'write'],
});

const setLimit = (limit: number): Promise<unknown[]> =>
  sql(databaseUrl, 'UPDATE account SET daily_write_limit = $1', [limit]);

const BAD_VALUES = {
  locale: `en-${ECHO}`,
  slug: `${ECHO} ${ECHO}`,
  title: `${ECHO}\n${ECHO}`,
  content: `${ECHO}\0`,
  description: ECHO.repeat(101),
  tags: [`${ECHO}\0`, ECHO.repeat(11)],
  sources: [ECHO, `https://${ECHO}:${ECHO}@example.org`, `${ECHO}://example.org`],
  author: { kind: `${ECHO}!`, name: ECHO.repeat(25) },
  intent: ECHO,
};

interface Parts {
  readonly key: string;
}

type Refused = [
  what: string,
  refusal: `${number} ${string}`,
  send: (parts: Parts) => Promise<Answer>,
];

/** Writes that are refused. Each sends the given idempotency key, unless the key is the fault. */
const WRITES: Refused[] = [
  ['no key', '401 unauthorized', (parts) => client(desk.url).create(newDocument(), parts)],
  ['an unknown key', '401 unauthorized', (parts) => client(desk.url, ECHO).create({}, parts)],
  ['no scope', '403 insufficient_scope', (parts) => mayWrite.publish(id, NOW, parts)],
  [
    'a content type',
    '415 unsupported_media_type',
    (parts) => api.create('{}', { ...parts, headers: { 'Content-Type': `text/${ECHO}` } }),
  ],
  [
    'a content encoding',
    '415 unsupported_media_type',
    (parts) => api.create('{}', { ...parts, headers: { 'Content-Encoding': ECHO } }),
  ],
  [
    'a large body',
    '413 payload_too_large',
    (parts) => api.create(ECHO + ' '.repeat(3 * 1024 * 1024), parts),
  ],
  ['no JSON', '400 invalid_json', (parts) => api.create(`{"${ECHO}": ${ECHO}`, parts)],
  ['no object', '400 invalid_request', (parts) => api.create(`["${ECHO}"]`, parts)],
  [
    'no idempotency key',
    '400 idempotency_key_required',
    () => api.create(newDocument(), { key: null }),
  ],
  [
    'an invalid idempotency key',
    '400 idempotency_key_invalid',
    () => api.create(newDocument(), { key: `${ECHO} ${ECHO}` }),
  ],
  [
    'the idempotency key of another write',
    '422 idempotency_key_reused',
    () => api.create(newDocument({ title: ECHO }), { key: ECHO }),
  ],
  ['values of every field', '422 validation_failed', (parts) => api.create(BAD_VALUES, parts)],
  [
    'an unknown field',
    '422 validation_failed',
    (parts) => api.update(id, { ...NOW, ...CHANGE, typo: 1 }, parts),
  ],
  [
    'a bad field among good ones',
    '422 validation_failed',
    (parts) => api.update(id, { ...NOW, ...CHANGE, tags: ECHO }, parts),
  ],
  [
    'an unknown id',
    '404 not_found',
    (parts) => api.update(randomUUID(), { ...NOW, ...CHANGE }, parts),
  ],
  [
    'another address',
    '422 immutable_field',
    (parts) => api.update(id, { ...NOW, slug: `${ECHO}-2`, locale: 'xyz' }, parts),
  ],
  [
    'another version',
    '409 version_conflict',
    (parts) => api.update(id, { ...LATE, title: `${ECHO} 2` }, parts),
  ],
  [
    'a path that is taken',
    '409 path_conflict',
    (parts) => api.create({ ...taken, title: `${ECHO} 2` }, parts),
  ],
  ['an unknown id to publish', '404 not_found', (parts) => api.publish(randomUUID(), NOW, parts)],
  ['another version to publish', '409 version_conflict', (parts) => api.publish(id, LATE, parts)],
  ['a revision in flight', '409 publish_in_progress', (parts) => api.publish(id, NOW, parts)],
  ['a revision without sources', '422 sources_required', (parts) => api.publish(bare, NOW, parts)],
  [
    'a write over the quota',
    '429 daily_limit_exceeded',
    async (parts) => {
      await setLimit(0);
      const answer = await api.create(newDocument({ title: ECHO }), parts);
      await setLimit(100_000);
      return answer;
    },
  ],
];

const READS: Refused[] = [
  ['an id', '404 not_found', () => api.read(ECHO)],
  ['a route', '404 not_found', () => api.request('GET', `/api/v1/${ECHO}`)],
  ['a method', '405 method_not_allowed', () => api.request('DELETE', `${PUBLICATIONS}/${ECHO}`)],
  [
    'query parameters',
    '400 invalid_request',
    () => api.list(`?limit=${ECHO}&state=${ECHO}&locale=${ECHO}&slug=${ECHO}!&sort=${ECHO}`),
  ],
  ['a cursor', '400 invalid_cursor', () => api.list(`?cursor=${ECHO}`)],
  [
    'an Authorization header of another scheme',
    '401 unauthorized',
    () =>
      client(desk.url).request('GET', PUBLICATIONS, {
        headers: { Authorization: `Basic ${ECHO}` },
      }),
  ],
];

/**
 * Returns the rows that writes can change, and the answers to the reads of the account. Leaves out the columns of the
 * draft index, which follows the writes before.
 */
const everything = async (): Promise<unknown> => {
  const rows = await Promise.all(
    ['publication', 'revision', 'release', 'accepted_write', 'daily_usage'].map((table) =>
      sql(
        databaseUrl,
        `SELECT to_jsonb(t) - '{searched_version,search_after}'::text[] AS row FROM ${table} t ORDER BY 1`,
      ),
    ),
  );
  const { resetsAt: _, ...usage } = (await api.usage()).body;
  return [rows, usage, (await api.list()).body, (await api.read(id)).body];
};

function expectNoEcho(answer: Answer, refusal: string): void {
  const [status, code] = refusal.split(' ');
  expectRefusal(answer, Number(status), code!);
  const sent = [answer.text, ...answer.headers.values()].join('\n').toLowerCase();
  expect(sent).not.toContain('xyz');
}

describe('a refusal', () => {
  it.each(WRITES)(
    '[5.quota-free-of-charge] [5.idem-refusal-free] [6.no-echo] of a write echoes nothing, changes nothing, costs nothing and leaves its idempotency key free: %s',
    async (_what, refusal, send) => {
      const key = randomUUID();
      const before = await everything();
      expectNoEcho(await send({ key }), refusal);
      expect(await everything()).toEqual(before);
      const answer = await api.create(newDocument(), { key });
      expectAccepted(answer, 201);
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    },
  );

  it.each(READS)('[6.no-echo] of a read echoes nothing: %s', async (_what, refusal, send) => {
    expectNoEcho(await send({ key: randomUUID() }), refusal);
  });
});

import { describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedPair();
const { api } = desk;

/** A word in every bad value. No refusal may repeat this word, in capital or small letters. */
const ECHO = 'xyzzy';
const PUBLICATIONS = '/api/v1/publications';

const created = async (changes = {}) =>
  expectAccepted(await api.create(newDocument({ ...changes })), 201);

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

const REFUSALS: [what: string, status: number, code: string, refused: () => Promise<Answer>][] = [
  ['values of every field', 422, 'validation_failed', () => api.create(BAD_VALUES)],
  ['a body that is no JSON', 400, 'invalid_json', () => api.create(`{"${ECHO}": ${ECHO}`)],
  ['a body that is no object', 400, 'invalid_request', () => api.create(`["${ECHO}"]`)],
  [
    'a content type',
    415,
    'unsupported_media_type',
    () => api.create('{}', { headers: { 'Content-Type': `text/${ECHO}` } }),
  ],
  [
    'a content encoding',
    415,
    'unsupported_media_type',
    () => api.create('{}', { headers: { 'Content-Encoding': ECHO } }),
  ],
  [
    'an idempotency key that is invalid',
    400,
    'idempotency_key_invalid',
    () => api.create(newDocument(), { key: `${ECHO} ${ECHO}` }),
  ],
  [
    'an idempotency key that is taken',
    422,
    'idempotency_key_reused',
    async () => {
      await api.create(newDocument(), { key: ECHO });
      return api.create(newDocument({ title: ECHO }), { key: ECHO });
    },
  ],
  [
    'a path that is taken',
    409,
    'path_conflict',
    async () => {
      await created({ slug: ECHO });
      return api.create(newDocument({ slug: ECHO, title: ECHO }));
    },
  ],
  [
    'the address in an update',
    422,
    'immutable_field',
    async () => api.update((await created()).id, { expectedVersion: 1, slug: ECHO, locale: 'xyz' }),
  ],
  [
    'the texts of the revisions in a version conflict',
    409,
    'version_conflict',
    async () => {
      const { id } = await created({ title: ECHO, tags: [ECHO] });
      return api.update(id, { expectedVersion: 2, title: `${ECHO} 2` });
    },
  ],
  ['an id', 404, 'not_found', () => api.read(ECHO)],
  ['a route', 404, 'not_found', () => api.request('GET', `/api/v1/${ECHO}`)],
  ['a method', 405, 'method_not_allowed', () => api.request('DELETE', `${PUBLICATIONS}/${ECHO}`)],
  [
    'query parameters',
    400,
    'invalid_request',
    () => api.list(`?limit=${ECHO}&state=${ECHO}&locale=${ECHO}&slug=${ECHO}!&sort=${ECHO}`),
  ],
  ['a cursor', 400, 'invalid_cursor', () => api.list(`?cursor=${ECHO}`)],
  ['a key', 401, 'unauthorized', () => client(desk.url, ECHO).usage()],
  [
    'an Authorization header of another scheme',
    401,
    'unauthorized',
    () =>
      client(desk.url).request('GET', PUBLICATIONS, {
        headers: { Authorization: `Basic ${ECHO}` },
      }),
  ],
];

describe('a refusal', () => {
  it.each(REFUSALS)('[6.no-echo] echoes nothing of %s', async (_what, status, code, refused) => {
    const answer = await refused();
    expectRefusal(answer, status, code);
    const sent = [answer.text, ...answer.headers.values()].join('\n').toLowerCase();
    expect(sent).not.toContain(ECHO);
    expect(sent).not.toContain('xyz');
  });
});

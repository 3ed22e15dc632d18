import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { picture, put } from '../pictures/pictures.js';
import { type Answer, client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

/** Services without a worker. They accept a publish without sources, which `strict` refuses. */
const desk = await sharedPair();
const { api: lenient, databaseUrl, accountId } = desk;
const env = { ROLE: 'api', PUBLISH_MIN_SOURCES: '1' };
const strict = await startService({ databaseUrl, env });
const api = client(strict.url, desk.key);
afterAll(() => strict.stop());

const PUBLICATIONS = '/api/v1/publications';
const SOURCES = { sources: ['https://example.org/'] };
const NOW = { expectedVersion: 1 };
const LATE = { expectedVersion: 2 };
const TEXT = { 'Content-Type': 'text/plain' };
const TOO_LARGE = ' '.repeat(3 * 1024 * 1024 + 1);

const created = async (changes = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ ...changes })), 201).id;

const updated = async (id: string, expectedVersion = 1): Promise<void> => {
  expectAccepted(await api.update(id, { expectedVersion, title: 'B' }), 200);
};

/** A word in every value that is refused. No refusal may repeat this word, in capital or small letters. */
const ECHO = 'xyzzy';
const CHANGE = { title: ECHO };

/** A document whose release is in flight. Its idempotency key is `ECHO`. */
const echoing = newDocument({ slug: ECHO, title: ECHO, tags: [ECHO], ...SOURCES });
const { id: inFlight } = expectAccepted(await api.create(echoing, { key: ECHO }), 201);
const bare = await created();
expectAccepted(await api.publish(inFlight, NOW), 202);
const { api: mayWrite } = await desk.caller({ account: accountId, scopes: ['read', 'write'] });

const setLimit = (limit: number): Promise<unknown[]> =>
  sql(databaseUrl, 'UPDATE account SET daily_write_limit = $2 WHERE id = $1', [accountId, limit]);

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
  ['no scope', '403 insufficient_scope', (parts) => mayWrite.publish(inFlight, NOW, parts)],
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
    (parts) => api.update(inFlight, { ...NOW, ...CHANGE, typo: 1 }, parts),
  ],
  [
    'an unknown id',
    '404 not_found',
    (parts) => api.update(randomUUID(), { ...NOW, ...CHANGE }, parts),
  ],
  [
    'another address',
    '422 immutable_field',
    (parts) => api.update(inFlight, { ...NOW, slug: `${ECHO}-2`, locale: 'xyz' }, parts),
  ],
  [
    'another version',
    '409 version_conflict',
    (parts) => api.update(inFlight, { ...LATE, title: `${ECHO} 2` }, parts),
  ],
  [
    'a path that is taken',
    '409 path_conflict',
    (parts) => api.create({ ...echoing, title: `${ECHO} 2` }, parts),
  ],
  ['an unknown id to publish', '404 not_found', (parts) => api.publish(randomUUID(), NOW, parts)],
  [
    'another version to publish',
    '409 version_conflict',
    (parts) => api.publish(inFlight, LATE, parts),
  ],
  ['a revision in flight', '409 publish_in_progress', (parts) => api.publish(inFlight, NOW, parts)],
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

const OWN = 'account_id = $1';
/** The tables that writes change, each with a condition that selects the rows of the account. */
const TABLES = {
  publication: OWN,
  revision: `publication_id IN (SELECT id FROM publication WHERE ${OWN})`,
  release: OWN,
  accepted_write: OWN,
  daily_usage: OWN,
};

/**
 * Returns the rows that writes can change, and the answers to the reads of the account. Leaves out the columns of the
 * draft index, which follows the writes before.
 */
const everything = async (): Promise<unknown> => {
  const rows = await Promise.all(
    Object.entries(TABLES).map(([table, own]) =>
      sql(
        databaseUrl,
        `SELECT to_jsonb(t) - '{searched_version,search_after}'::text[] AS row FROM ${table} t
          WHERE ${own} ORDER BY 1`,
        [accountId],
      ),
    ),
  );
  const { resetsAt: _, ...usage } = (await api.usage()).body;
  return [rows, usage, (await api.list()).body, (await api.read(inFlight)).body];
};

function expectNoEcho(answer: Answer, refusal: string): void {
  const [status, code] = refusal.split(' ');
  expectRefusal(answer, Number(status), code!);
  const sent = [answer.text, ...answer.headers.values()].join('\n').toLowerCase();
  expect(sent).not.toContain('xyz');
}

describe('a refusal', () => {
  it.each(WRITES)(
    '[5.quota-free-of-charge] [5.idem-refusal-free] [2.updated-at-stays] [6.no-echo] of a write echoes nothing, changes nothing, costs nothing and leaves its idempotency key free: %s',
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

// The tests below cover the second half of "Order of checks" (contract 5). A request with two faults gets the problem
// of the earlier check.

describe('415, 413 and 400 for the body', () => {
  it('[5.order-within-body] come in this order', async () => {
    const text = await api.create(TOO_LARGE, { headers: TEXT });
    expectRefusal(text, 415, 'unsupported_media_type');
    const packed = await api.create(TOO_LARGE, { headers: { 'Content-Encoding': 'gzip' } });
    expectRefusal(packed, 415, 'unsupported_media_type');
    expectRefusal(await api.create('{', { headers: TEXT }), 415, 'unsupported_media_type');
    expectRefusal(await api.create(TOO_LARGE), 413, 'payload_too_large');
  });

  it.each([
    ['415', '{}', TEXT, 'unsupported_media_type'],
    ['413', TOO_LARGE, {}, 'payload_too_large'],
    ['400', '{', {}, 'invalid_json'],
    ['400', '[]', {}, 'invalid_request'],
  ])(
    '[5.order-body-before-idem-key] come before 400 for the idempotency key: %s (case %#)',
    async (status, body, headers, code) => {
      for (const key of [null, 'a b', 'x'.repeat(256)]) {
        expectRefusal(await api.create(body, { key, headers }), Number(status), code);
      }
    },
  );
});

describe('400 for the idempotency key', () => {
  it('[5.idem-required] [5.idem-form] [5.order-idem-key-before-fields] comes before `422 validation_failed`, at every write', async () => {
    const id = await created();
    const bad = { typo: 1 };
    for (const [key, code] of [
      [null, 'idempotency_key_required'],
      ['a b', 'idempotency_key_invalid'],
    ] as const) {
      expectRefusal(await api.create(bad, { key }), 400, code);
      expectRefusal(await api.update(id, bad, { key }), 400, code);
      expectRefusal(await api.publish(id, bad, { key }), 400, code);
    }
  });
});

describe('422 validation_failed', () => {
  it('[5.order-fields-before-replay] comes before a replay and `422 idempotency_key_reused`', async () => {
    const key = randomUUID();
    const document = newDocument();
    expectAccepted(await api.create(document, { key }), 201);
    const faulty = await api.create({ ...document, title: '' }, { key });
    expectRefusal(faulty, 422, 'validation_failed');
    const other = await api.publish(randomUUID(), { expectedVersion: 0 }, { key });
    expectRefusal(other, 422, 'validation_failed');
  });
});

describe('an idempotency key that was used', () => {
  it('[5.order-replay-before-publication] with a different payload is refused before 404 for the publication', async () => {
    const key = randomUUID();
    const document = newDocument();
    const { id } = expectAccepted(await api.create(document, { key }), 201);
    const refusals = [
      await api.update(randomUUID(), { ...NOW, title: 'B' }, { key }),
      await api.update('x', { ...NOW, slug: 'b' }, { key }),
      await api.update(id, { expectedVersion: 7, title: 'B' }, { key }),
      await api.publish(id, { expectedVersion: 7 }, { key }),
      await api.publish(id, NOW, { key }),
      await api.create({ ...document, title: 'B' }, { key }),
    ];
    for (const refusal of refusals) expectRefusal(refusal, 422, 'idempotency_key_reused');
  });
});

describe('404 for the publication', () => {
  it('[5.order-publication-before-immutable] comes before `422 immutable_field`', async () => {
    const foreign = await desk.caller();
    const { id } = expectAccepted(await foreign.api.create(newDocument()), 201);
    for (const unknown of [id, randomUUID(), 'x']) {
      expectRefusal(await api.update(unknown, { ...NOW, slug: 'b' }), 404, 'not_found');
    }
  });
});

describe('422 immutable_field', () => {
  it('[5.order-immutable-before-conflict] comes before `409 version_conflict`', async () => {
    const id = await created();
    for (const expectedVersion of [2, 99]) {
      const refusal = await api.update(id, { expectedVersion, slug: 'b', title: 'B' });
      expectRefusal(refusal, 422, 'immutable_field');
    }
  });
});

describe('409', () => {
  it('[5.order-version-before-publish-state] for the version comes before 409 for the publish state', async () => {
    const id = await created(SOURCES);
    expectAccepted(await api.publish(id, NOW), 202);
    await updated(id);
    expectRefusal(await api.publish(id, NOW), 409, 'version_conflict');
    await released(id);
    expect((await api.read(id)).body).toMatchObject({ publishedVersion: 1, version: 2 });
    expectRefusal(await api.publish(id, NOW), 409, 'version_conflict');
  });

  it('[3.publish-in-progress] [5.order-conflict-before-publish-rules] comes before `422 sources_required`', async () => {
    const id = await created();
    expectRefusal(await api.publish(id, { expectedVersion: 2 }), 409, 'version_conflict');
    expectAccepted(await lenient.publish(id, NOW), 202);
    expectRefusal(await api.publish(id, NOW), 409, 'publish_in_progress');
    await released(id);
    expectRefusal(await api.publish(id, NOW), 409, 'already_published');
  });
});

/** Makes version 1 public and indexed, as a worker would. */
const released = (id: string): Promise<unknown> =>
  sql(
    databaseUrl,
    `UPDATE release SET in_flight = false, published_version = 1, indexed_version = 1, due_at = NULL
     WHERE publication_id = $1`,
    [id],
  );

describe('the rules of a publish', () => {
  it('[14.publish-order] [5.order-approval] are checked in this order: pictures, sources, approval', async () => {
    const someone = await desk.caller();
    const own = client(strict.url, someone.key);
    const made = await picture('png', 40, 30);
    const content = `![Bars](picture:${made.sha256})`;
    const { id } = expectAccepted(await own.create(newDocument({ content })), 201);
    await operator(databaseUrl, 'accounts', 'set-release-rule', someone.accountId, 'desk');
    expectRefusal(await own.publish(id, NOW), 422, 'picture_missing');
    await put(own, made.bytes);
    expectRefusal(await own.publish(id, NOW), 422, 'sources_required');
    expectAccepted(await own.update(id, { ...NOW, ...SOURCES }), 200);
    expectRefusal(await own.publish(id, { expectedVersion: 2 }), 422, 'approval_required');
  });
});

describe('429 daily_limit_exceeded', () => {
  it('[5.order-quota-last] comes after the checks of route, access, body, key, fields, state, edits and publish rules, and after a replay', async () => {
    const taken = newDocument();
    expectAccepted(await api.create(taken, { key: 'taken' }), 201);
    const [plain, busy] = [await created(), await created(SOURCES)];
    expectAccepted(await api.publish(busy, NOW), 202);
    const pictured = await created({ content: `![A](picture:${'a'.repeat(64)})` });
    const flawed = await created({ content: '[Your Name]' });
    const reader = await desk.caller({ account: accountId, scopes: ['read'] });
    await operator(databaseUrl, 'accounts', 'set-limit', accountId, '0');

    expectRefusal(await api.request('PUT', '/api/v1/publications'), 405, 'method_not_allowed');
    expectRefusal(await client(desk.url).create(newDocument()), 401, 'unauthorized');
    expectRefusal(await reader.api.create(newDocument()), 403, 'insufficient_scope');
    expectRefusal(await api.create('{}', { headers: TEXT }), 415, 'unsupported_media_type');
    expectRefusal(await api.create(TOO_LARGE), 413, 'payload_too_large');
    expectRefusal(await api.create('{'), 400, 'invalid_json');
    expectRefusal(await api.create(newDocument(), { key: null }), 400, 'idempotency_key_required');
    expectRefusal(await api.create({}), 422, 'validation_failed');
    expect((await api.create(taken, { key: 'taken' })).status).toBe(201);
    expectRefusal(await api.create(newDocument(), { key: 'taken' }), 422, 'idempotency_key_reused');
    expectRefusal(await api.update('x', { ...NOW, title: 'B' }), 404, 'not_found');
    expectRefusal(await api.update(plain, { ...NOW, slug: 'b' }), 422, 'immutable_field');
    const headers = { 'If-Match': '"another"' };
    const other = await api.update(plain, { ...NOW, title: 'B' }, { headers });
    expectRefusal(other, 412, 'precondition_failed');
    const stale = { expectedVersion: 2, title: 'B' };
    expectRefusal(await api.update(plain, stale), 409, 'version_conflict');
    expectRefusal(await api.create(taken), 409, 'path_conflict');
    expectRefusal(await api.publish(busy, NOW), 409, 'publish_in_progress');
    const edits = [{ find: 'nowhere', replace: '' }];
    expectRefusal(await api.update(plain, { ...NOW, edits }), 422, 'edit_failed');
    const unmade = { ...NOW, restoreVersion: 2 };
    expectRefusal(await api.update(plain, unmade), 422, 'validation_failed');
    expectRefusal(await api.publish(pictured, NOW), 422, 'picture_missing');
    expectRefusal(await api.publish(plain, NOW), 422, 'sources_required');
    await operator(databaseUrl, 'accounts', 'set-release-rule', accountId, 'desk');
    await operator(databaseUrl, 'accounts', 'set-checks', accountId, 'strict');
    expectRefusal(await lenient.publish(flawed, NOW), 422, 'checks_failed');
    expectRefusal(await lenient.publish(plain, NOW), 422, 'approval_required');
    await operator(databaseUrl, 'accounts', 'set-release-rule', accountId, 'any-key');

    const acceptable = [
      await api.create(newDocument()),
      await api.update(plain, { ...NOW, title: 'B' }),
      await api.update(plain, { ...NOW, edits: [{ append: 'More.' }] }),
      await lenient.publish(plain, NOW),
    ];
    for (const refusal of acceptable) expectRefusal(refusal, 429, 'daily_limit_exceeded');
  });
});

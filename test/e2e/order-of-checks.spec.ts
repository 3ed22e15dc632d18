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

// These tests cover the second half of "Order of checks" (contract 5). A request with two faults gets the problem of
// the earlier check.

/** Services without a worker. They accept a publish without sources, which `strict` refuses. */
const desk = await sharedPair();
const { api: lenient, databaseUrl, accountId } = desk;
const env = { ROLE: 'api', PUBLISH_MIN_SOURCES: '1' };
const strict = await startService({ databaseUrl, env });
const api = client(strict.url, desk.key);
afterAll(() => strict.stop());

const SOURCES = { sources: ['https://example.org/'] };
const NOW = { expectedVersion: 1 };
const TEXT = { 'Content-Type': 'text/plain' };
const TOO_LARGE = ' '.repeat(3 * 1024 * 1024 + 1);

const created = async (changes = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ ...changes })), 201).id;

const updated = async (id: string, expectedVersion = 1): Promise<void> => {
  expectAccepted(await api.update(id, { expectedVersion, title: 'B' }), 200);
};

const replayed = ({ status, headers }: Answer): [number, string | null] => [
  status,
  headers.get('Idempotent-Replayed'),
];

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

  it('comes before 404 for the publication', async () => {
    expectRefusal(await api.update(randomUUID(), { ...NOW, typo: 1 }), 422, 'validation_failed');
  });
});

describe('an idempotency key that was used', () => {
  it('[5.order-replay-before-publication] replays before every check of the state', async () => {
    const document = newDocument(SOURCES);
    const create = await api.create(document, { key: 'replayed-create' });
    const { id } = create.body;
    const update = { ...NOW, title: 'B' };
    expectAccepted(await api.update(id, update, { key: 'replayed-update' }), 200);
    expectAccepted(await api.publish(id, { expectedVersion: 2 }, { key: 'replayed-publish' }), 202);
    await updated(id, 2);

    const again = [
      await api.create(document, { key: 'replayed-create' }),
      await api.update(id, update, { key: 'replayed-update' }),
      await api.publish(id, { expectedVersion: 2 }, { key: 'replayed-publish' }),
    ];
    expect(again.map(replayed)).toEqual([
      [201, 'true'],
      [200, 'true'],
      [202, 'true'],
    ]);
  });

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

  it('[5.order-conflict-before-publish-rules] comes before `422 sources_required`', async () => {
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
    const [plain, inFlight] = [await created(), await created(SOURCES)];
    expectAccepted(await api.publish(inFlight, NOW), 202);
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
    expectRefusal(await api.publish(inFlight, NOW), 409, 'publish_in_progress');
    const edits = [{ find: 'nowhere', replace: '' }];
    expectRefusal(await api.update(plain, { ...NOW, edits }), 422, 'edit_failed');
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
      await lenient.publish(plain, NOW),
    ];
    for (const refusal of acceptable) expectRefusal(refusal, 429, 'daily_limit_exceeded');
  });
});

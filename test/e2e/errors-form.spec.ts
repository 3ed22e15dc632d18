import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectProblem } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { startService } from '../setup/service.js';

// No worker runs until a test starts one, so a publish stays in flight.
const desk = await openDesk({ ROLE: 'api', PUBLISH_MIN_SOURCES: '1' });
const { api, databaseUrl, url } = desk;
afterAll(() => desk.close());

const SOURCES = { sources: ['https://example.org/'] };
const NOW = { expectedVersion: 1 };

const created = async (changes = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ ...changes })), 201).id;

const publishedTwice = async (id: string): Promise<Answer> => {
  await api.publish(id, NOW);
  return api.publish(id, NOW);
};

/** The codes that are not in `OTHERS`: each code, its status, and a request that is refused with this code. */
const REFUSALS: [code: string, status: number, refused: () => Promise<Answer>][] = [
  ['invalid_json', 400, () => api.create('{')],
  ['invalid_request', 400, () => api.list('?limit=0')],
  ['invalid_cursor', 400, () => api.list('?cursor=x')],
  ['idempotency_key_required', 400, () => api.create(newDocument(), { key: null })],
  ['idempotency_key_invalid', 400, () => api.create(newDocument(), { key: 'a b' })],
  ['unauthorized', 401, () => client(url).list()],
  [
    'insufficient_scope',
    403,
    async () => (await desk.caller({ scopes: ['read'] })).api.create(newDocument()),
  ],
  [
    'account_suspended',
    403,
    async () => {
      const caller = await desk.caller();
      await operator(databaseUrl, 'accounts', 'suspend', caller.accountId);
      return caller.api.list();
    },
  ],
  ['not_found', 404, () => api.read(randomUUID())],
  ['method_not_allowed', 405, () => api.request('DELETE', '/api/v1/publications')],
  [
    'version_conflict',
    409,
    async () => api.update(await created(), { expectedVersion: 2, title: 'B' }),
  ],
  [
    'precondition_failed',
    412,
    async () =>
      api.update(await created(), { ...NOW, title: 'B' }, { headers: { 'If-Match': '"another"' } }),
  ],
  [
    'edit_failed',
    422,
    async () => api.update(await created(), { ...NOW, edits: [{ find: 'nowhere', replace: '' }] }),
  ],
  [
    'path_conflict',
    409,
    async () => {
      const document = newDocument();
      await api.create(document);
      return api.create(document);
    },
  ],
  ['publish_in_progress', 409, async () => publishedTwice(await created(SOURCES))],
  [
    'already_published',
    409,
    async () => {
      const id = await created(SOURCES);
      expectAccepted(await api.publish(id, NOW), 202);
      const worker = await startService({ databaseUrl, env: { ROLE: 'worker' } });
      await api.read(id, { Prefer: 'wait=20' });
      await worker.stop();
      return api.publish(id, NOW);
    },
  ],
  ['payload_too_large', 413, () => api.create(' '.repeat(3 * 1024 * 1024 + 1))],
  [
    'unsupported_media_type',
    415,
    () => api.create('{}', { headers: { 'Content-Type': 'text/plain' } }),
  ],
  ['validation_failed', 422, () => api.create({})],
  ['immutable_field', 422, async () => api.update(await created(), { ...NOW, slug: 'b' })],
  [
    'approval_required',
    422,
    async () => {
      const { api: ruled, accountId } = await desk.caller();
      const rule = `UPDATE account SET release_rule = 'desk' WHERE id = $1`;
      await sql(desk.databaseUrl, rule, [accountId]);
      const { body } = await ruled.create(newDocument({ sources: ['https://example.org/'] }));
      return ruled.publish(body.id, NOW);
    },
  ],
  ['sources_required', 422, async () => api.publish(await created(), NOW)],
  [
    'idempotency_key_reused',
    422,
    async () => {
      await api.create(newDocument(), { key: 'once' });
      return api.create(newDocument(), { key: 'once' });
    },
  ],
  [
    'daily_limit_exceeded',
    429,
    async () => (await desk.caller({ limit: 0 })).api.create(newDocument()),
  ],
  [
    'rate_limited',
    429,
    async () => {
      const failures = Array.from({ length: 130 }, () => client(url).list());
      return (await Promise.all(failures)).find(({ status }) => status === 429)!;
    },
  ],
];

describe('a refusal of the API', () => {
  it.each(REFUSALS)(
    '[6.problem] [6.type] [6.next-step] [6.retryable] [6.request-id] [6.codes-closed] has the form of a problem: %s',
    async (code, status, refused) => {
      await expectProblem(await refused(), status, code, url);
    },
  );

  it('[6.next-step] has a different next step for each code of status 400 and 422', async () => {
    const harmless = REFUSALS.filter(([, status]) => status === 400 || status === 422);
    const steps = await Promise.all(
      harmless.map(async ([, , refused]) => (await refused()).body.nextStep),
    );
    expect(new Set(steps).size).toBe(harmless.length);
  });
});

describe('the page that `type` links to', () => {
  let page: string;
  beforeAll(async () => {
    const { type } = (await api.read('x')).body;
    const response = await fetch(type);
    expect(response.status).toBe(200);
    page = await response.text();
  });

  /** Codes that other spec files test. */
  const OTHERS = ['internal_error', 'unavailable', 'picture_invalid', 'picture_missing'];
  const CODES = [...REFUSALS.map(([code]) => code), ...OTHERS];

  it.each(CODES)('[6.type] has an entry for %s', (code) => {
    expect(page).toContain(`id="${code}"`);
  });

  it('[6.codes-closed] links to exactly the codes of the API', () => {
    const named = [...page.matchAll(/href="#([^"]+)"/g)].map(([, code]) => code);
    expect(new Set(named)).toEqual(new Set(CODES));
  });
});

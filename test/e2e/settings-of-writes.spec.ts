import { afterAll, describe, expect, it } from 'vitest';
import { picture, put } from '../pictures/pictures.js';
import { type Client, client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import type { KeyWish } from '../setup/operator.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';
import { startService } from '../setup/service.js';

/** A service with settings that restrict writes. Services without these settings use the same database. */
const pair = await sharedPair();
const service = await startService({
  databaseUrl: pair.databaseUrl,
  env: {
    ROLE: 'api',
    SUPPORTED_LOCALES: 'ko,pt-BR',
    PUBLISH_MIN_SOURCES: '2',
    PLAN_FREE_DAILY_WRITES: '2',
    PLAN_UPGRADED_DAILY_WRITES: '3',
    PICTURE_MAX_BYTES: '200000',
    PICTURE_BYTES_PER_ACCOUNT: '300000',
  },
});
afterAll(() => service.stop());

const newCaller = async (wish: KeyWish): Promise<Client> =>
  client(service.url, (await pair.caller(wish)).key);
const api = await newCaller({ limit: 100 });
const documentIn = (locale: string, changes = {}) => newDocument({ locale, ...changes });

describe('SUPPORTED_LOCALES', () => {
  it.each([
    ['ko', 'ko'],
    ['PT-br', 'pt-BR'],
  ])('[2.locale-supported] accepts a create in %s', async (given, locale) => {
    expect(expectAccepted(await api.create(documentIn(given)), 201)).toMatchObject({ locale });
  });

  it.each(['en', 'pt', 'ko-KR', 'xyz'])(
    '[2.locale-supported] [6.no-echo] refuses a create in %s, together with its other faults, and does not repeat it',
    async (locale) => {
      const refusal = await api.create(documentIn(locale, { title: '' }));
      expectFaults(refusal, 'locale', 'title');
      const locales = { field: 'locale', message: 'must be one of: ko, pt-BR' };
      expect(refusal.body.details.errors).toContainEqual(locales);
      expect([refusal.text, ...refusal.headers.values()].join('\n')).not.toContain('xyz');
    },
  );
});

describe.each([
  ['free', 2],
  ['upgraded', 3],
] as const)('an account on the plan %s', (plan, limit) => {
  it('[5.quota-free] [5.quota-upgraded] has as many units as the setting of its plan says', async () => {
    const own = await newCaller({ plan });
    expect((await own.usage()).body).toMatchObject({ dailyWriteLimit: limit });
    for (let unit = 0; unit < limit; unit += 1)
      expectAccepted(await own.create(documentIn('ko')), 201);
    expectRefusal(await own.create(documentIn('ko')), 429, 'daily_limit_exceeded');
  });

  it('[3.sources-required] needs PUBLISH_MIN_SOURCES sources for a publish', async () => {
    const own = await newCaller({ plan, limit: 3 });
    const sources = ['https://a.example', 'https://b.example'];
    const document = documentIn('ko', { sources: sources.slice(0, 1) });
    const { id } = expectAccepted(await own.create(document), 201);
    const refused = await own.publish(id, { expectedVersion: 1 });
    expectRefusal(refused, 422, 'sources_required');
    expect(refused.body.details).toEqual({ required: 2, present: 1 });
    expect((await own.read(id)).body.state).toBe('draft');
    expectAccepted(await own.update(id, { expectedVersion: 1, sources }), 200);
    expectAccepted(await own.publish(id, { expectedVersion: 2 }), 202);
  });
});

describe('PICTURE_MAX_BYTES', () => {
  it('[14.max-bytes] bounds the size of an upload', async () => {
    const { status, body } = await put(api, Buffer.alloc(200_001));
    expect([status, body.code, body.details]).toEqual([
      413,
      'payload_too_large',
      { maxBytes: 200_000 },
    ]);
    const { bytes } = await picture('png', 20, 20);
    // The service ignores bytes after the end of a picture, so the picture with these bytes is still valid.
    const longest = Buffer.concat([bytes, Buffer.alloc(200_000 - bytes.length)]);
    expect((await put(await newCaller({}), longest)).status).toBe(201);
  });
});

describe('PICTURE_BYTES_PER_ACCOUNT', () => {
  it('[14.account-bytes] bounds the bytes of an account, even for concurrent uploads', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => picture('png', 290, 280)));
    const [{ bytes }] = made as [(typeof made)[0]];
    const fit = Math.floor(300_000 / bytes.length);
    expect(fit).toBeLessThan(4);
    const answers = await Promise.all(made.map((one) => put(api, one.bytes)));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(fit);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
    // The account may send a stored picture again. Another account has its own limit.
    const kept = made[answers.indexOf(taken[0]!)]!;
    expect((await put(api, kept.bytes)).status).toBe(200);
    expect((await put(await newCaller({}), made[0]!.bytes)).status).toBe(201);
  });
});

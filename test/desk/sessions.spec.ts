import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { issueKey, operator, type TestKey } from '../setup/operator.js';
import { expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { hiddenOf, type Person, personWith, signIn, tryToSignIn } from './person.js';

const desk = await openDesk();
afterAll(() => desk.close());

const cli = (...words: string[]) => operator<unknown>(desk.databaseUrl, ...words);

/** Returns whether the person sees the queue, not the sign-in form. */
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.open('/desk')).text.includes('What waits for a decision');

/** Makes an account with a key, and signs a person in with this key. */
async function newPerson(): Promise<{ key: TestKey; person: Person }> {
  const key = await issueKey(desk.databaseUrl);
  return { key, person: await signIn(desk.url, key.key) };
}

describe('signing in', () => {
  it('[13.sign-in] accepts a key with the scopes read and publish, and a name', async () => {
    const { key } = await issueKey(desk.databaseUrl, { scopes: ['read', 'publish'] });
    const { status, headers } = await tryToSignIn(desk.url, key);
    expect([status, headers.get('Location')]).toEqual([303, '/desk']);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^imprimatur_desk=[\w-]{43}; Path=\/desk; HttpOnly; SameSite=Strict$/);
  });

  it('[13.sign-in] uses a cookie of this host alone if the origin is https', async () => {
    const PUBLIC_BASE_URL = 'https://docs.example.org';
    const safe = await openDesk({ PUBLIC_BASE_URL });
    const { key } = await issueKey(safe.databaseUrl);
    const form = { key, name: 'Ada Example', next: '' };
    const ours = { Origin: PUBLIC_BASE_URL };
    const { headers } = await personWith(safe.url, '').post('/desk/sign-in', form, ours);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-imprimatur_desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const sent = cookie!.split(';')[0]!;
    const person = personWith(safe.url, sent);
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(personWith(safe.url, sent.replace('__Host-', '')))).toBe(false);
    const out = await person.post(
      '/desk/sign-out',
      await person.form('/desk', '/desk/sign-out'),
      ours,
    );
    expect(out.headers.getSetCookie()[0]).toMatch(
      /^__Host-imprimatur_desk=; Path=\/; .*Max-Age=0$/,
    );
    await safe.close();
  });

  it('[13.sign-in] redirects to the requested document, and to no foreign address', async () => {
    const { key, accountId } = await issueKey(desk.databaseUrl);
    const { api } = await desk.caller({ account: accountId });
    const { id } = (await api.create(newDocument())).body;
    const asked = await personWith(desk.url, '').open(`/desk/${id}`);
    expect(asked.status).toBe(200);
    expect(hiddenOf(asked.text, '/desk/sign-in')).toEqual({ next: id });
    const to = async (next: string) =>
      (await tryToSignIn(desk.url, key, 'Ada', next)).headers.get('Location');
    expect(await to(id)).toBe(`/desk/${id}`);
    expect(await to('//evil.example')).toBe('/desk');
  });

  it.each([
    [['read', 'write'], 'publish'],
    [['write', 'publish'], 'read'],
    [['write'], 'read and publish'],
  ] as const)('[13.sign-in] needs more scopes than %j', async (scopes, missing) => {
    const { key } = await issueKey(desk.databaseUrl, { scopes });
    const { status, text, headers } = await tryToSignIn(desk.url, key);
    expect(status).toBe(403);
    expect(text).toContain(`lacks ${missing}.`);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('[13.sign-in] refuses an invalid name, and does not repeat the key', async () => {
    const { key } = await issueKey(desk.databaseUrl);
    for (const name of ['', ' ', '\u200B\u3164', 'x'.repeat(121), 'Ada\u202Eecila']) {
      const { status, text } = await tryToSignIn(desk.url, key, name);
      expect(status).toBe(422);
      expect(text).toContain('Your name must');
      expect(text).not.toContain(key);
    }
  });

  it('[13.wrong-keys] with a wrong key answers 401 for the first 60 attempts in a minute, then 429', async () => {
    const other = await openDesk();
    const seen: number[] = [];
    for (let at = 0; at < 61; at += 1) {
      seen.push((await tryToSignIn(other.url, 'imp_wrong')).status);
    }
    const { status, headers } = await tryToSignIn(other.url, 'imp_wrong');
    expect([...seen, status]).toEqual([...Array<number>(60).fill(401), 429, 429]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    // Failed attempts never cause the refusal of a valid key.
    expect((await tryToSignIn(other.url, other.key)).status).toBe(303);
    await other.close();
  });
});

describe('a session', () => {
  it('[13.session-hash] is stored in the database without its token', async () => {
    const { person } = await newPerson();
    const token = person.cookie.split('=')[1]!;
    const rows = await sql<{ row: string }>(
      desk.databaseUrl,
      `SELECT desk_session::text AS row FROM desk_session`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it.each<[string, (key: TestKey) => Promise<unknown>]>([
    ['its key is revoked', ({ keyId }) => cli('keys', 'revoke', keyId)],
    ['its key is rotated', ({ keyId }) => cli('keys', 'rotate', keyId)],
    [
      'its key expires',
      ({ keyId }) =>
        sql(desk.databaseUrl, `UPDATE publisher_key SET expires_at = now() WHERE id = $1`, [keyId]),
    ],
    ['its account is suspended', ({ accountId }) => cli('accounts', 'suspend', accountId)],
    [
      'its account is suspended, and resumed later',
      async ({ accountId }) => {
        await cli('accounts', 'suspend', accountId);
        await cli('accounts', 'resume', accountId);
      },
    ],
    [
      'its account is suspended and resumed after the clock of the database has gone back',
      async ({ accountId }) => {
        await sql(
          desk.databaseUrl,
          `UPDATE desk_session SET created_at = created_at + interval '1 hour' WHERE account_id = $1`,
          [accountId],
        );
        await cli('accounts', 'suspend', accountId);
        await cli('accounts', 'resume', accountId);
      },
    ],
    ['an operator ends it', ({ accountId }) => cli('desk', 'sign-out', '--account', accountId)],
    [
      'nobody used it for 8 hours',
      ({ accountId }) =>
        sql(
          desk.databaseUrl,
          `UPDATE desk_session SET used_at = used_at - interval '8 hours' WHERE account_id = $1`,
          [accountId],
        ),
    ],
    [
      'it is 24 hours old',
      ({ accountId }) =>
        sql(
          desk.databaseUrl,
          `UPDATE desk_session SET created_at = created_at - interval '24 hours' WHERE account_id = $1`,
          [accountId],
        ),
    ],
  ])('[13.session-ends] [10.desk-sessions] ends when %s', async (_, end) => {
    const { key, person } = await newPerson();
    const { token } = await person.form('/desk', '/desk/sign-out');
    expect(await isSignedIn(person)).toBe(true);
    await end(key);
    expect(await cli('desk', 'sessions', '--account', key.accountId)).toEqual([]);
    const page = await person.open('/desk');
    expect(page.text).toContain('Your session has ended. Sign in again.');
    const form = { token: token!, version: '1', key: 'a', note: 'No.' };
    const posted = await person.post(`/desk/${crypto.randomUUID()}/send-back`, form);
    expect(posted.status).toBe(403);
    expect(posted.text).toContain('Nothing was done.');
  });

  it('[13.session-ends] [10.desk-sessions] survives a resume of its account, but not a suspension and a resume', async () => {
    const { key, person } = await newPerson();
    const { accountId } = key;
    await cli('accounts', 'resume', accountId);
    expect(await isSignedIn(person)).toBe(true);
    expect(await cli('desk', 'sessions', '--account', accountId)).toHaveLength(1);
    await cli('accounts', 'suspend', accountId);
    await cli('accounts', 'resume', accountId);
    expect(await cli('desk', 'sessions', '--account', accountId)).toEqual([]);
  });

  it('[13.session-ends] ends when the person signs out', async () => {
    const { person } = await newPerson();
    const form = await person.form('/desk', '/desk/sign-out');
    const { headers } = await person.post('/desk/sign-out', form);
    expect(headers.getSetCookie()[0]).toMatch(/^imprimatur_desk=; .*Max-Age=0/);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('[10.desk-sessions] is listed for operators, with its person', async () => {
    const { key } = await newPerson();
    expect(await cli('desk', 'sessions', '--account', key.accountId)).toEqual([
      {
        accountId: key.accountId,
        keyId: key.keyId,
        name: 'Ada Example',
        createdAt: expect.any(String) as string,
        usedAt: expect.any(String) as string,
      },
    ]);
  });
});

describe('a form', () => {
  it('[13.form-token] without the token of its session, or with the token of another session, does nothing', async () => {
    const { person } = await newPerson();
    const { person: other } = await newPerson();
    const form = await other.form('/desk', '/desk/sign-out');
    for (const members of [{}, form]) {
      const { status, text } = await person.post('/desk/sign-out', members);
      expect(status).toBe(403);
      expect(text).toContain('belongs to another session');
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('[13.foreign-origin] from another origin does nothing', async () => {
    const { person } = await newPerson();
    const form = await person.form('/desk', '/desk/sign-out');
    for (const Origin of ['https://evil.example', 'null']) {
      const { status, text } = await person.post('/desk/sign-out', form, { Origin });
      expect(status).toBe(403);
      expect(text).toContain('not sent from the desk');
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('[13.foreign-origin] to sign in from another origin begins no session', async () => {
    const { key } = await issueKey(desk.databaseUrl);
    const stranger = personWith(desk.url, '');
    for (const Origin of ['https://evil.example', 'null']) {
      const form = { key, name: 'Ada Example', next: '' };
      const { status, text, headers } = await stranger.post('/desk/sign-in', form, { Origin });
      expect(status).toBe(403);
      expect(text).toContain('not sent from the desk');
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('[13.form-token] is not shown for an invented cookie, which opens no session', async () => {
    const stranger = personWith(desk.url, `imprimatur_desk=${'A'.repeat(43)}`);
    expect((await stranger.open('/desk')).text).toContain('Your session has ended');
  });
});

it('[13.nowhere] keys and tokens appear in no log line', async () => {
  const { key, person } = await newPerson();
  await person.open('/desk');
  await tryToSignIn(desk.url, `${key.key}x`);
  const log = desk.log();
  expect(log).toContain('/desk');
  const secret = key.key.split('_')[2]!;
  for (const word of [secret, person.cookie.split('=')[1]!]) expect(log).not.toContain(word);
});

it('[13.off] with DESK=off the addresses of the desk answer 404, and a refusal does not link to the desk', async () => {
  const other = await openDesk({ DESK: 'off' });
  for (const path of ['/desk', `/desk/${crypto.randomUUID()}`]) {
    expect((await personWith(other.url, '').open(path)).status).toBe(404);
  }
  expect((await tryToSignIn(other.url, other.key)).status).toBe(404);
  for (const method of ['PUT', 'POST', 'OPTIONS', 'DELETE']) {
    expect((await fetch(`${other.url}/desk`, { method })).status).toBe(404);
  }
  await operator(other.databaseUrl, 'accounts', 'set-release-rule', other.accountId, 'desk');
  const { body } = await other.api.create(newDocument());
  const refused = await other.api.publish(body.id, { expectedVersion: 1 });
  expectRefusal(refused, 422, 'approval_required');
  expect(refused.body.details.deskUrl).toBeNull();
  expect(refused.body.nextStep).not.toContain('deskUrl');
  await other.close();
});

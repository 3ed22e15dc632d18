import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/keys/scope.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { addApprover, issueKey, operator, type TestApprover } from '../setup/operator.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import {
  type Approver,
  hiddenOf,
  newPerson,
  type Person,
  personWith,
  tryToSignIn,
} from './person.js';

const ORIGIN = 'https://docs.example.org';
const desk = await sharedDesk();
/** A service at an https address, and with the limit of failed authentications. */
const safe = await startService({
  databaseUrl: desk.databaseUrl,
  env: { ROLE: 'api', PUBLIC_BASE_URL: ORIGIN },
});

const cli = (...words: string[]) => operator<unknown>(desk.databaseUrl, ...words);

/** Returns whether the person sees the queue, not the sign-in form. */
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await person.open('/desk')).text.includes('Documents that wait for a decision');

/** Makes an account with an approver. */
async function newApprover(): Promise<TestApprover & { readonly accountId: string }> {
  const { accountId } = await issueKey(desk.databaseUrl);
  return { accountId, ...(await addApprover(desk.databaseUrl, accountId)) };
}

interface Signed extends Approver {
  readonly accountId: string;
}

/** Makes an account with an approver, and signs the approver in. */
async function newSession(): Promise<Signed> {
  const { accountId } = await issueKey(desk.databaseUrl);
  return { accountId, ...(await newPerson(desk, accountId)) };
}

const signInSafely = (key: string) => tryToSignIn(safe.url, key, '', ORIGIN);

describe('signing in', () => {
  it('[13.sign-in] accepts the sign-in key of an approver, and takes the name that the operator gave', async () => {
    const { key } = await newApprover();
    const { status, headers } = await tryToSignIn(desk.url, key);
    expect([status, headers.get('Location')]).toEqual([303, '/desk']);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^imprimatur_desk=[\w-]{43}; Path=\/desk; HttpOnly; SameSite=Strict$/);
    const named = await personWith(desk.url, '').post(
      '/desk/sign-in',
      { key, name: 'Somebody Else', next: '' },
      { Origin: desk.url },
    );
    const person = personWith(desk.url, named.headers.getSetCookie()[0]!.split(';')[0]!);
    const { text } = await person.open('/desk');
    expect(text).toContain('<strong><bdi>Ada Example</bdi></strong>');
    expect(text).not.toContain('Somebody Else');
  });

  it('[13.sign-in] uses a cookie of this host alone if the origin is https', async () => {
    const { key } = await addApprover(desk.databaseUrl, desk.accountId);
    const { headers } = await signInSafely(key);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-imprimatur_desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const sent = cookie!.split(';')[0]!;
    const person = personWith(safe.url, sent);
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(personWith(safe.url, sent.replace('__Host-', '')))).toBe(false);
    const out = await person.post('/desk/sign-out', await person.form('/desk', '/desk/sign-out'), {
      Origin: ORIGIN,
    });
    expect(out.headers.getSetCookie()[0]).toMatch(
      /^__Host-imprimatur_desk=; Path=\/; .*Max-Age=0$/,
    );
  });

  it('[13.sign-in] redirects to the requested document, and to no foreign address', async () => {
    const { key, accountId } = await newApprover();
    const { api } = await desk.caller({ account: accountId });
    const { id } = (await api.create(newDocument())).body;
    const asked = await personWith(desk.url, '').open(`/desk/${id}`);
    expect(asked.status).toBe(200);
    expect(hiddenOf(asked.text, '/desk/sign-in')).toEqual({ next: id });
    const to = async (next: string) =>
      (await tryToSignIn(desk.url, key, next)).headers.get('Location');
    expect(await to(id)).toBe(`/desk/${id}`);
    expect(await to('//evil.example')).toBe('/desk');
  });

  it.each<[string, readonly Scope[]]>([
    ['all scopes', ['read', 'write', 'publish']],
    ['read', ['read']],
  ])(
    '[13.publisher-key] refuses a publisher key with %s, says what it is and who hands out a sign-in key, and does not repeat it',
    async (_, scopes) => {
      const { key } = await issueKey(desk.databaseUrl, { scopes });
      const { status, text, headers } = await tryToSignIn(desk.url, key);
      expect(status).toBe(403);
      expect(text).toContain('This is a publisher key, with which a program writes.');
      expect(text).toContain('the operator of this service gives it to you');
      expect(text).toContain('action="/desk/sign-in"');
      expect(text).not.toContain(key);
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  it('[13.wrong-keys] with a wrong key answers 401 for the first 60 attempts in a minute, then 429', async () => {
    const seen: number[] = [];
    for (let at = 0; at < 61; at += 1) {
      seen.push((await signInSafely('imp_wrong')).status);
    }
    const { status, headers } = await signInSafely('imp_wrong');
    expect([...seen, status]).toEqual([...Array<number>(60).fill(401), 429, 429]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    // Failed attempts never cause the refusal of a valid key.
    const { key } = await addApprover(desk.databaseUrl, desk.accountId);
    expect((await signInSafely(key)).status).toBe(303);
  });
});

/** Moves a stored time of the sessions of an account. */
const moved =
  (column: string, by: string) =>
  ({ accountId }: Signed) =>
    sql(
      desk.databaseUrl,
      `UPDATE desk_session SET ${column} = ${column} + $1::interval WHERE account_id = $2`,
      [by, accountId],
    );

describe('a session', () => {
  it('[13.session-hash] is stored in the database without its token', async () => {
    const person = await newSession();
    const token = person.cookie.split('=')[1]!;
    const rows = await sql<{ row: string }>(
      desk.databaseUrl,
      `SELECT desk_session::text AS row FROM desk_session`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it.each<[string, (of: Signed) => Promise<unknown>]>([
    ['its approver is revoked', ({ approverId }) => cli('approvers', 'revoke', approverId)],
    ['its key is rotated', ({ approverId }) => cli('approvers', 'rotate', approverId)],
    ['its account is suspended', ({ accountId }) => cli('accounts', 'suspend', accountId)],
    [
      'its account is suspended and resumed after the clock of the database has gone back',
      async (of) => {
        await moved('created_at', '1 hour')(of);
        await cli('accounts', 'suspend', of.accountId);
        await cli('accounts', 'resume', of.accountId);
      },
    ],
    ['an operator ends it', ({ accountId }) => cli('desk', 'sign-out', '--account', accountId)],
    ['nobody used it for 8 hours', moved('used_at', '-8 hours')],
    ['it is 24 hours old', moved('created_at', '-24 hours')],
  ])('[13.session-ends] [10.desk-sessions] ends when %s', async (_, end) => {
    const person = await newSession();
    const { token } = await person.form('/desk', '/desk/sign-out');
    expect(await isSignedIn(person)).toBe(true);
    await end(person);
    expect(await cli('desk', 'sessions', '--account', person.accountId)).toEqual([]);
    const page = await person.open('/desk');
    expect(page.text).toContain('Your session has ended. Sign in again.');
    const form = { token: token!, version: '1', key: 'a', note: 'No.' };
    const posted = await person.post(`/desk/${crypto.randomUUID()}/send-back`, form);
    expect(posted.status).toBe(403);
    expect(posted.text).toContain('Nothing was done.');
  });

  it('[13.session-ends] [10.desk-sessions] survives a resume of its account, and is listed for operators with its person', async () => {
    const person = await newSession();
    const { accountId, approverId } = person;
    await cli('accounts', 'resume', accountId);
    expect(await isSignedIn(person)).toBe(true);
    expect(await cli('desk', 'sessions', '--account', accountId)).toEqual([
      {
        accountId,
        approverId,
        name: 'Ada Example',
        createdAt: expect.any(String) as string,
        usedAt: expect.any(String) as string,
      },
    ]);
  });

  it('[13.session-ends] ends when the person signs out', async () => {
    const person = await newSession();
    const form = await person.form('/desk', '/desk/sign-out');
    const { headers } = await person.post('/desk/sign-out', form);
    expect(headers.getSetCookie()[0]).toMatch(/^imprimatur_desk=; .*Max-Age=0/);
    expect(await isSignedIn(person)).toBe(false);
  });
});

describe('a form', () => {
  it('[13.form-token] without the token of its session, or with the token of another session, does nothing', async () => {
    const person = await newSession();
    const other = await newSession();
    const form = await other.form('/desk', '/desk/sign-out');
    for (const members of [{}, form]) {
      const { status, text } = await person.post('/desk/sign-out', members);
      expect(status).toBe(403);
      expect(text).toContain('belongs to another session');
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('[13.foreign-origin] from another origin does nothing', async () => {
    const person = await newSession();
    const form = await person.form('/desk', '/desk/sign-out');
    for (const Origin of ['https://evil.example', 'null']) {
      const { status, text } = await person.post('/desk/sign-out', form, { Origin });
      expect(status).toBe(403);
      expect(text).toContain('not sent from a page of');
      const ours = /<a href="(https?:[^"]+)\/desk"/.exec(text)![1];
      expect((await person.post('/desk/sign-out', {}, { Origin: ours! })).text).toContain(
        'another session',
      );
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('[13.foreign-origin] to sign in from another origin begins no session', async () => {
    const { key } = await newApprover();
    const stranger = personWith(desk.url, '');
    for (const Origin of ['https://evil.example', 'null']) {
      const form = { key, next: '' };
      const { status, text, headers } = await stranger.post('/desk/sign-in', form, { Origin });
      expect(status).toBe(403);
      expect(text).toContain('not sent from a page of');
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('[13.form-token] is not shown for an invented cookie, which opens no session', async () => {
    const stranger = personWith(desk.url, `imprimatur_desk=${'A'.repeat(43)}`);
    expect((await stranger.open('/desk')).text).toContain('Your session has ended');
  });
});

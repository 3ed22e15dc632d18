import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WrittenPublicationDto } from '../../src/publications/dto/publication.dto.js';
import { hiddenOf, newPerson } from '../desk/person.js';
import { picture } from '../pictures/pictures.js';
import { booksOf } from '../setup/books.js';
import { client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, lockOfKey, whileLocked } from '../setup/lock-awaited.js';
import { issueKey, operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { modern, rpc, toolCall } from '../setup/rpc.js';
import { sql } from '../setup/sql.js';
import { begun, type SlowRequest } from './slow-request.js';

// The processes have no worker: an accepted release stays in flight, so a wait for it ends only by its time limit.
const { url, databaseUrl } = await sharedPair();
const WITHIN_MS = 1_000;
const PUBLICATIONS = '/api/v1/publications';

interface Ended {
  readonly accountId: string;
  readonly keyId: string;
}

type Ending = readonly [string, number, (of: Ended) => Promise<unknown>];

/** The ways in which a key can end, each with the status of the refusals that follow. */
const ENDINGS: readonly Ending[] = [
  ['revoke', 401, ({ keyId }) => operator(databaseUrl, 'keys', 'revoke', keyId)],
  [
    'expire',
    401,
    ({ keyId }) =>
      sql(databaseUrl, 'UPDATE publisher_key SET expires_at = clock_timestamp() WHERE id = $1', [
        keyId,
      ]),
  ],
  ['suspend', 403, ({ accountId }) => operator(databaseUrl, 'accounts', 'suspend', accountId)],
];
const json = (body: object): Buffer => Buffer.from(JSON.stringify(body));

async function newAccount() {
  const ended = await issueKey(databaseUrl, { limit: 100 });
  const api = client(url, ended.key);
  const document = async (changes: object = {}): Promise<string> =>
    expectAccepted(await api.create(newDocument({ intent: 'review', ...changes })), 201).id;
  return { ...ended, api, document };
}
type Account = Awaited<ReturnType<typeof newAccount>>;

/** Everything that an account wrote and decided. */
async function books({ accountId }: Ended) {
  const [others] = await sql(
    databaseUrl,
    `SELECT (SELECT count(*) FROM decision WHERE account_id = $1)::integer AS decisions,
            (SELECT count(*) FROM picture WHERE account_id = $1)::integer AS pictures`,
    [accountId],
  );
  return { ...(await booksOf(databaseUrl, accountId)), ...others };
}

const put = (path: string, body: Buffer, headers: object): SlowRequest => ({
  method: 'PUT',
  path,
  headers: { ...headers, 'Content-Type': 'image/jpeg' },
  body,
});

/** A request for every way in that reads a body, by its name. */
async function slowRequests({ key, api, document }: Account): Promise<Map<string, SlowRequest>> {
  const bearer = { Authorization: `Bearer ${key}` };
  const write = (method: string, path: string, body: object): SlowRequest => ({
    method,
    path,
    headers: { ...bearer, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: json(body),
  });
  const legacy = (name: string, args: object): SlowRequest => ({
    method: 'POST',
    path: '/mcp',
    headers: { ...bearer, 'Content-Type': 'application/json' },
    body: json(toolCall(name, args)),
  });
  const modernly = (name: string, args: object): SlowRequest => {
    const { body, headers } = modern('tools/call', { name, arguments: args });
    return {
      ...legacy(name, args),
      headers: { ...legacy(name, args).headers, ...headers },
      body: json(body),
    };
  };
  const [updated, published, edited, read] = await Promise.all([1, 2, 3, 4].map(() => document()));
  const [shown, missing] = await Promise.all([picture(), picture()]);
  const content = `![A wall](picture:${missing.sha256})`;
  const created: Partial<WrittenPublicationDto> = expectAccepted(
    await api.create(newDocument({ content })),
    201,
  );
  const upload = new URL(created.missingPictures![0]!.uploadUrl).pathname;
  const edits = [{ find: 'absent', replace: 'present' }];
  const idempotencyKey = randomUUID();
  return new Map([
    ['create', write('POST', PUBLICATIONS, newDocument())],
    ['update', write('PATCH', `${PUBLICATIONS}/${updated}`, { expectedVersion: 1, title: 'B' })],
    ['update by edits', write('PATCH', `${PUBLICATIONS}/${edited}`, { expectedVersion: 1, edits })],
    ['publish', write('POST', `${PUBLICATIONS}/${published}/publish`, { expectedVersion: 1 })],
    ['invalid create', write('POST', PUBLICATIONS, { title: '' })],
    ['picture', put(`/api/v1/pictures/${shown.sha256}`, shown.bytes, bearer)],
    ['missing picture', put(upload, missing.bytes, {})],
    ['MCP create, older era', legacy('create_publication', { ...newDocument(), idempotencyKey })],
    [
      'MCP create',
      modernly('create_publication', { ...newDocument(), idempotencyKey: randomUUID() }),
    ],
    ['MCP read, older era', legacy('get_publication', { id: read })],
    ['MCP read', modernly('get_publication', { id: read })],
    ['MCP list', modernly('list_publications', {})],
  ]);
}

it.each(ENDINGS)(
  '[7.checked-again] [7.revocation-within-1s] [7.expiry-within-1s] [7.suspension-within-1s] a request whose body ends a second after %s is refused, whichever way it takes',
  async (_, status, end) => {
    const account = await newAccount();
    const requests = [...(await slowRequests(account))];
    const before = await books(account);
    const rests = await Promise.all(requests.map(([, request]) => begun(url, request)));
    await end(account);
    await sleep(WITHIN_MS);
    const answers = await Promise.all(rests.map((rest) => rest()));
    const found = requests.map(([name], at) => {
      const { status: got, text } = answers[at]!;
      const isTold = name.startsWith('MCP') && text.includes('account_suspended');
      return [name, isTold ? 403 : got];
    });
    const wanted = requests.map(([name]) => [name, name === 'missing picture' ? 404 : status]);
    // An upload address has no key, so only a suspension ends it.
    const isKeyless = (one: unknown[]) => one[0] === 'missing picture' && status !== 403;
    expect(found.filter((one) => !isKeyless(one))).toEqual(wanted.filter((one) => !isKeyless(one)));
    expect(await books(account)).toEqual({ ...before, pictures: status === 403 ? 0 : 1 });
  },
);

/** The status of a refusal, which a tool call can have in its result. */
const told = async (answer: ReturnType<typeof rpc>): Promise<number> => {
  const { status, text } = await answer;
  return text.includes('account_suspended') ? 403 : status;
};

/** A wait of 20 s for every way in that waits, by its name. */
async function waits({ key, api, document }: Account): Promise<Map<string, () => Promise<number>>> {
  const headers = { Prefer: 'wait=20' };
  const [reviewed, inFlight, published] = await Promise.all([1, 2, 3].map(() => document()));
  expectAccepted(await api.publish(inFlight!, { expectedVersion: 1 }), 202);
  const http = (path: string) => async () => (await api.request('GET', path, { headers })).status;
  const args = { id: reviewed, until: 'decided', waitSeconds: 20 };
  const called = modern('tools/call', { name: 'get_publication', arguments: args });
  return new Map([
    ['until settled', http(`${PUBLICATIONS}/${inFlight}`)],
    ['until decided', http(`${PUBLICATIONS}/${reviewed}?until=decided`)],
    [
      'publish',
      async () => (await api.publish(published!, { expectedVersion: 1 }, { headers })).status,
    ],
    ['MCP, older era', () => told(rpc(url, key, toolCall('get_publication', args)))],
    ['MCP', () => told(rpc(url, key, called.body, called.headers))],
  ]);
}

it.each(ENDINGS)(
  '[7.checked-again] [7.revocation-within-1s] [7.expiry-within-1s] [7.suspension-within-1s] a wait is refused within a second of %s, whichever way it takes',
  async (_, status, end) => {
    const account = await newAccount();
    const all = [...(await waits(account))];
    let endedAt = Number.POSITIVE_INFINITY;
    const answers = all.map(async ([name, wait]) => {
      const got = await wait();
      return { name, got, isTimely: performance.now() < endedAt + WITHIN_MS };
    });
    await sleep(700);
    await end(account);
    endedAt = performance.now();
    expect(await Promise.all(answers)).toEqual(
      all.map(([name]) => ({ name, got: status, isTimely: true })),
    );
  },
);

it.each(ENDINGS)(
  '[7.checked-again] [7.revocation-within-1s] [7.expiry-within-1s] [7.suspension-within-1s] an update that waits for warnings is refused within a second of %s',
  async (_, status, end) => {
    const account = await newAccount();
    const id = await account.document();
    await expect.poll(async () => (await account.api.read(id)).warnings).toEqual([]);
    // While the entry is locked, nobody can store the warnings.
    const entry = `SELECT FROM search_entry WHERE publication_id = '${id}' FOR UPDATE`;
    await whileLocked(databaseUrl, entry, async () => {
      const headers = { Prefer: 'wait=30' };
      const waiting = account.api.update(id, { expectedVersion: 1, title: 'B' }, { headers });
      await lockAwaited(databaseUrl);
      await end(account);
      const endedAt = performance.now();
      const answer = await waiting;
      expect(performance.now() - endedAt).toBeLessThan(WITHIN_MS);
      expectRefusal(answer, status, status === 401 ? 'unauthorized' : 'account_suspended');
    });
  },
);

/** The ways in which a session at the desk can end. */
const SESSION_ENDINGS: readonly (readonly [string, (of: Signed) => Promise<unknown>])[] = [
  ['revoke', ({ approverId }) => operator(databaseUrl, 'approvers', 'revoke', approverId)],
  ['rotate', ({ approverId }) => operator(databaseUrl, 'approvers', 'rotate', approverId)],
  ['suspend', ({ accountId }) => operator(databaseUrl, 'accounts', 'suspend', accountId)],
  [
    'sign-out',
    ({ accountId }) => operator(databaseUrl, 'desk', 'sign-out', '--account', accountId),
  ],
];

interface Signed {
  readonly accountId: string;
  readonly approverId: string;
}

const newApprover = ({ accountId }: Account) => newPerson({ url, databaseUrl }, accountId);

it.each(SESSION_ENDINGS)(
  '[13.session-ends] [7.person-ends] [7.checked-again] a form of the desk whose body ends a second after %s is refused, and decides nothing',
  async (_, end) => {
    const account = await newAccount();
    const ids = await Promise.all([account.document(), account.document()]);
    const person = await newApprover(account);
    const before = await books(account);
    const rests = await Promise.all(
      (['release', 'send-back'] as const).map(async (what, at) => {
        const action = `/desk/${ids[at]}/${what}`;
        const form = {
          ...hiddenOf((await person.open(`/desk/${ids[at]}`)).text, action),
          note: 'No.',
        };
        return begun(url, {
          method: 'POST',
          path: action,
          headers: {
            Cookie: person.cookie,
            Origin: url,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: Buffer.from(String(new URLSearchParams(form))),
        });
      }),
    );
    await end({ ...account, ...person });
    await sleep(WITHIN_MS);
    for (const { status, text } of await Promise.all(rests.map((rest) => rest()))) {
      expect(status).toBe(403);
      expect(text).toContain('Your session has ended');
    }
    expect(await books(account)).toEqual(before);
  },
);

it.each(ENDINGS)(
  '[7.checked-again] the statement of a write that waited reads the key again after %s',
  async (_, status, end) => {
    const account = await newAccount();
    const key = randomUUID();
    const before = await books(account);
    const lock = lockOfKey(account.accountId, key);
    const { written } = await whileLocked(databaseUrl, lock, async () => {
      const create = account.api.create(newDocument(), { key });
      await lockAwaited(databaseUrl);
      await end(account);
      return { written: create };
    });
    const answer = await written;
    expectRefusal(answer, status, status === 401 ? 'unauthorized' : 'account_suspended');
    expect(await books(account)).toEqual(before);
  },
);

it.each(
  SESSION_ENDINGS.flatMap(([how, end]) =>
    (['release', 'correct'] as const).map((what) => [what, how, end] as const),
  ),
)(
  '[7.person-ends] [7.checked-again] [13.correct-kept] the statement of a %s that waited reads the approver again after %s',
  async (what, _, end) => {
    const account = await newAccount();
    const page = `/desk/${await account.document()}`;
    const action = `${page}/${what}`;
    const person = await newApprover(account);
    const hidden = await person.form(what === 'release' ? page : action, action);
    const form = { ...hidden, title: 'Another', text: 'Typed.' };
    const before = await books(account);
    const lock = lockOfKey(account.accountId, hidden['key']!);
    const { sent } = await whileLocked(databaseUrl, lock, async () => {
      const decision = person.post(action, form);
      await lockAwaited(databaseUrl);
      await end({ ...account, ...person });
      return { sent: decision };
    });
    const { status, text } = await sent;
    expect(status).toBe(403);
    expect(text).toContain('Your session has ended');
    expect(text).toContain('<pre dir="auto">Typed.</pre>');
    expect(await books(account)).toEqual(before);
  },
);

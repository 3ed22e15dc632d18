import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeState } from '../../src/mcp/question.js';
import type { Client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { type AskedQuestion, assistant, type Person, type ToolOutcome } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { modern, rpc, type RpcAnswer } from '../setup/rpc.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();

interface Account {
  readonly accountId: string;
  readonly key: string;
  readonly api: Client;
}

async function setRule({ accountId }: Account, rule: string): Promise<void> {
  await operator(desk.databaseUrl, 'accounts', 'set-release-rule', accountId, rule);
}

/** Makes an account whose releases a person confirms. */
async function confirmedAccount(): Promise<Account> {
  const account = await desk.caller();
  await setRule(account, 'confirmed');
  return account;
}

const created = async (api: Client, fields: object = {}): Promise<string> =>
  expectAccepted(await api.create(newDocument({ intent: 'review', ...fields })), 201).id;

const used = async (api: Client): Promise<number> => (await api.usage()).body.used;

const yes: Person = () => ({
  action: 'accept',
  content: { decision: 'release', name: ' Grace Example ' },
});

const nobody: Person = () => {
  throw new Error('was asked');
};

interface Call {
  readonly id: string;
  readonly expectedVersion?: number;
  readonly idempotencyKey?: string;
  readonly approvedBy?: string;
  readonly waitSeconds?: number;
}

/** Publishes through a host that asks the person. */
async function publish(key: string, person: Person | undefined, call: Call): Promise<ToolOutcome> {
  const someone = await assistant(desk.url, key, 'modern', person);
  try {
    return await someone.call('publish_publication', {
      expectedVersion: 1,
      idempotencyKey: randomUUID(),
      ...call,
    });
  } finally {
    await someone.close();
  }
}

describe('a host that asks the person', () => {
  it('[8.asked] shows title, version, changed lines and preview, and asks for a decision and a name', async () => {
    const { api, key } = await confirmedAccount();
    const id = await created(api, { title: 'On tides', content: 'One.\n\nTwo.' });
    const questions: AskedQuestion[] = [];
    const person: Person = (question) => {
      questions.push(question);
      return { action: 'decline' };
    };
    await publish(key, person, { id });
    expect(questions).toHaveLength(1);
    const { message, requestedSchema } = questions[0]!;
    expect(message).toContain('Title: On tides');
    expect(message).toContain('Version: 1; no version of the document is public');
    expect(message).toContain('Changed lines: 3 added, 0 removed');
    expect(requestedSchema.properties).toMatchObject({
      decision: { type: 'string', enum: ['release', 'do not release'] },
      name: { type: 'string' },
    });
    const preview = /Preview: (\S+)/.exec(message)![1]!;
    const page = await fetch(preview);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('On tides')]);
  });

  it('[8.asked-accept] [7.rule-confirmed] [2.approved-via] releases the version that the person accepts, for one unit, with the name of the person and approvedVia host', async () => {
    const { api, key, accountId } = await confirmedAccount();
    const id = await created(api);
    const before = await used(api);
    const { body } = await publish(key, yes, { id, approvedBy: 'A model', waitSeconds: 30 });
    expect(body).toMatchObject({ state: 'published', publishedVersion: 1 });
    expect((await used(api)) - before).toBe(1);
    const { body: seen } = await api.read(id);
    expect(seen).toMatchObject({ approvedBy: 'Grace Example', approvedVia: 'host' });
    const audit = await operator<object[]>(
      desk.databaseUrl,
      'audit',
      'list',
      '--account',
      accountId,
    );
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'publish',
        channel: 'mcp',
        client: { name: 'imprimatur-test', version: '1.0.0' },
      }),
    );
  });

  it.each<[string, Person]>([
    ['declines', () => ({ action: 'decline' })],
    ['closes the question', () => ({ action: 'cancel' })],
    [
      'decides against the release',
      () => ({ action: 'accept', content: { decision: 'do not release', name: 'Grace' } }),
    ],
  ])(
    '[8.asked-decline] writes nothing if the person %s; the idempotency key may be used again',
    async (_, person) => {
      const { api, key } = await confirmedAccount();
      const id = await created(api);
      const before = await used(api);
      const idempotencyKey = randomUUID();
      const refused = await publish(key, person, { id, idempotencyKey });
      expect(refused).toMatchObject({
        isError: true,
        structured: undefined,
        body: {
          code: 'approval_required',
          status: 422,
          details: { releaseRule: 'confirmed', deskUrl: `${desk.url}/desk/${id}` },
        },
      });
      expect(refused.body.nextStep).toContain('Do not call the tool again on your own');
      expect(await used(api)).toBe(before);
      expect((await api.read(id)).body).toMatchObject({ state: 'review', publishedVersion: null });
      const released = await publish(key, yes, { id, idempotencyKey, waitSeconds: 30 });
      expect(released.body).toMatchObject({ state: 'published' });
      expect((await used(api)) - before).toBe(1);
    },
  );

  it('[8.asked-accept] replays the accepted call without asking again', async () => {
    const { api, key } = await confirmedAccount();
    const id = await created(api);
    const idempotencyKey = randomUUID();
    let asked = 0;
    const person: Person = (question) => {
      asked += 1;
      return yes(question);
    };
    const first = await publish(key, person, { id, idempotencyKey });
    const before = await used(api);
    const again = await publish(key, person, { id, idempotencyKey });
    expect([first.replayed, again.replayed, asked]).toEqual([false, true, 1]);
    expect(await used(api)).toBe(before);
  });

  it('[8.asked] asks again if the name is invalid, and says why', async () => {
    const { api, key } = await confirmedAccount();
    const id = await created(api);
    const seen: string[] = [];
    const person: Person = ({ message }) => {
      seen.push(message);
      const name = seen.length === 1 ? ' ' : 'Grace';
      return { action: 'accept', content: { decision: 'release', name } };
    };
    const { body } = await publish(key, person, { id, waitSeconds: 30 });
    expect(body.state).toBe('published');
    expect(seen).toHaveLength(2);
    expect(seen[1]).toContain('the name of a person must have 1 to 120 characters');
  });

  it('[8.asked] does not ask about a publish that is refused anyway', async () => {
    const { api, key } = await confirmedAccount();
    const id = await created(api);
    const conflict = await publish(key, nobody, { id, expectedVersion: 2 });
    expect(conflict.body.code).toBe('version_conflict');
    const unknown = await publish(key, nobody, { id: randomUUID() });
    expect(unknown.body.code).toBe('not_found');
  });

  it('[8.asked-unit-left] does not ask if no unit is left, but asks if one unit is left', async () => {
    const { api, key, accountId } = await confirmedAccount();
    const id = await created(api);
    const setLimit = (limit: string) =>
      operator(desk.databaseUrl, 'accounts', 'set-limit', accountId, limit);
    await setLimit('1');
    const idempotencyKey = randomUUID();
    const refused = await publish(key, nobody, { id, idempotencyKey });
    expect(refused).toMatchObject({
      isError: true,
      body: {
        code: 'daily_limit_exceeded',
        status: 429,
        details: { quota: { used: 1, remaining: 0 } },
      },
    });
    await setLimit('2');
    const released = await publish(key, yes, { id, idempotencyKey });
    expect(released.body).toMatchObject({ version: 1 });
    // A call that was accepted is replayed, although no unit is left.
    expect((await publish(key, nobody, { id, idempotencyKey })).replayed).toBe(true);
  });

  it('[8.asked-accept] releases the version that was shown, or none', async () => {
    const { api, key } = await confirmedAccount();
    const id = await created(api);
    const person: Person = async (question) => {
      await api.update(id, { expectedVersion: 1, title: 'Another' });
      return yes(question);
    };
    const { body } = await publish(key, person, { id });
    expect(body).toMatchObject({ code: 'version_conflict', details: { currentVersion: 2 } });
    expect((await api.read(id)).body).toMatchObject({ state: 'review', publishedVersion: null });
  });
});

const asks = { elicitation: { form: {} } };
const answer = (content: object = { decision: 'release', name: 'Grace' }) => ({
  approval: { action: 'accept', content },
});

const stateOf = ({ message }: RpcAnswer): string => message.result!.requestState as string;
const call = (id: string, more: object = {}) => ({
  id,
  expectedVersion: 1,
  idempotencyKey: randomUUID(),
  ...more,
});

/** Calls `publish_publication` in protocol version 2026-07-28, without an official client. */
async function raw(
  { key }: Account,
  args: object,
  more: object = {},
  capabilities: object = asks,
): Promise<RpcAnswer> {
  const { body, headers } = modern('tools/call', {
    name: 'publish_publication',
    arguments: args,
    ...more,
  });
  const message = body as { params: { _meta: Record<string, unknown> } };
  message.params._meta['io.modelcontextprotocol/clientCapabilities'] = capabilities;
  return rpc(desk.url, key, message, headers);
}

describe('an answer', () => {
  let account: Account;
  beforeAll(async () => {
    account = await confirmedAccount();
  });

  /** Changes the release rule until the end of the test. */
  async function letAnyKeyRelease(): Promise<void> {
    onTestFinished(() => setRule(account, 'confirmed'));
    await setRule(account, 'any-key');
  }

  it('[8.asked] is requested by a result of type input_required, without content', async () => {
    const { message, status } = await raw(account, call(await created(account.api)));
    expect(status).toBe(200);
    expect(message.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    expect(message.result).not.toHaveProperty('content');
    expect(stateOf({ message } as RpcAnswer).length).toBeLessThan(100);
  });

  it('[8.asked-decline] [5.idem-mcp-replayed] that declines gets the stored answer if another answer to the same call was accepted', async () => {
    const args = call(await created(account.api));
    const [first, second] = [await raw(account, args), await raw(account, args)];
    const accepted = { requestState: stateOf(first), inputResponses: answer() };
    expect((await raw(account, args, accepted)).message.result!.isError).toBeUndefined();
    const inputResponses = { approval: { action: 'cancel' } };
    const late = await raw(account, args, { requestState: stateOf(second), inputResponses });
    expect(late.message.result).toMatchObject({ _meta: { 'imprimatur/replayed': true } });
    expect(late.message.result!.isError).toBeUndefined();
  });

  it('[8.asked-decline] [5.order-approval] that declines is version_conflict if the document has changed meanwhile', async () => {
    const args = call(await created(account.api));
    const requestState = stateOf(await raw(account, args));
    await account.api.update(args.id, { expectedVersion: 1, title: 'Another' });
    const inputResponses = { approval: { action: 'decline' } };
    const { text } = await raw(account, args, { requestState, inputResponses });
    expect(text).toContain('version_conflict');
  });

  it('[8.asked-decline] that declines releases nothing, even if the release rule has changed meanwhile', async () => {
    const args = call(await created(account.api));
    const requestState = stateOf(await raw(account, args));
    await letAnyKeyRelease();
    const inputResponses = { approval: { action: 'decline' } };
    const { text } = await raw(account, args, { requestState, inputResponses });
    expect(text).toContain('approval_required');
    expect((await account.api.read(args.id)).body.state).toBe('review');
  });

  it('[8.asked-state] to the question of another call is refused, and nothing is written', async () => {
    const { api } = account;
    const [id, other] = [await created(api), await created(api)];
    const args = call(id);
    const requestState = stateOf(await raw(account, args));
    const second = await desk.caller({ account: account.accountId });
    const given = { requestState, inputResponses: answer() };
    const [end, mac] = requestState.split('.') as [string, string];
    const attempts: [Account, object, object][] = [
      [account, { ...args, id: other }, given],
      [account, { ...args, idempotencyKey: randomUUID() }, given],
      [second, args, given],
      [account, args, { ...given, requestState: `${Number(end) + 1}.${mac}` }],
      [account, args, { ...given, requestState: `${end}.${'A'.repeat(43)}` }],
      [account, args, { ...given, requestState: 'x'.repeat(100_000) }],
    ];
    for (const [who, sent, more] of attempts) {
      const { message } = await raw(who, sent, more);
      expect(message.error).toMatchObject({ code: -32602 });
    }
    for (const each of [id, other]) {
      expect((await api.read(each)).body).toMatchObject({ state: 'review' });
    }
    // After an update, the same answer belongs to an outdated version.
    await api.update(id, { expectedVersion: 1, title: 'Another' });
    const { message } = await raw(account, { ...args, expectedVersion: 2 }, given);
    expect(message.error).toMatchObject({ code: -32602 });
  });

  it('[8.asked-state] without a question is ignored', async () => {
    const args = call(await created(account.api));
    const { message } = await raw(account, args, { inputResponses: answer() });
    expect(message.result!.resultType).toBe('input_required');
    const bare = { inputResponses: answer(), requestState: stateOf({ message } as RpcAnswer) };
    const undeclared = await raw(account, args, bare, {});
    expect(undeclared.text).toContain('approval_required');
    const byUrl = await raw(account, args, bare, { elicitation: { url: {} } });
    expect(byUrl.text).toContain('approval_required');
    expect((await account.api.read(args.id)).body.state).toBe('review');
  });

  it('[8.asked-state] is not accepted more than an hour after the question, and the person is asked again', async () => {
    const { accountId } = account;
    const id = await created(account.api);
    const args = call(id);
    const now = Date.now() / 1_000;
    const given = stateOf(await raw(account, args));
    expect(Number(given.split('.')[0]) - now).toBeGreaterThan(3_590);
    expect(Number(given.split('.')[0]) - now).toBeLessThan(3_660);
    // Signs two states as the service signed states about an hour ago. `late` has the expired state, and `timely` the
    // state that is still valid.
    const [row] = await sql<{ secret: Buffer }>(
      desk.databaseUrl,
      'SELECT secret FROM preview_secret',
    );
    const secret = createHmac('sha256', row!.secret).update('question to the person').digest();
    const keyId = account.key.split('_')[1]!;
    const { idempotencyKey, expectedVersion: version } = args;
    const asked = { accountId, keyId, publicationId: id, version, idempotencyKey };
    const told = { isReturned: false, withdrawnAt: null };
    const signed = (end: number) => writeState(asked, { end: Math.floor(end), ...told }, secret);
    const late = { requestState: signed(now - 60), inputResponses: answer() };
    const { message } = await raw(account, args, late);
    expect(message.result!.resultType).toBe('input_required');
    expect((await account.api.read(id)).body.state).toBe('review');
    await letAnyKeyRelease();
    const declined = { ...late, inputResponses: { approval: { action: 'decline' } } };
    expect((await raw(account, args, declined)).text).toContain('approval_required');
    expect((await account.api.read(id)).body.state).toBe('review');
    const timely = { ...late, requestState: signed(now + 60) };
    expect((await raw(account, args, timely)).message.result!.isError).toBeUndefined();
    expect((await account.api.read(id)).body.state).not.toBe('review');
  });

  it.each([
    { approval: { action: 'accept' } },
    { approval: { action: 'accept', content: { decision: 'release' } } },
    { approval: { action: 'approve', content: { decision: 'release', name: 'Grace' } } },
    { approval: { method: 'elicitation/create', result: { action: 'accept' } } },
    { approval: [] },
    { other: { action: 'accept', content: { decision: 'release', name: 'Grace' } } },
    [],
  ])('[8.asked-state] with a wrong structure releases nothing: %j', async (inputResponses) => {
    const args = call(await created(account.api));
    const requestState = stateOf(await raw(account, args));
    const { text } = await raw(account, args, { requestState, inputResponses });
    expect(text).toMatch(/input_required|approval_required/);
    expect((await account.api.read(args.id)).body.state).toBe('review');
  });
});

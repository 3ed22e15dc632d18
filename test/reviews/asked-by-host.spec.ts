import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readState, writeState } from '../../src/mcp/question.js';
import { newPerson } from '../desk/person.js';
import type { Client } from '../setup/client.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { type AskedQuestion, assistant, type Person, type ToolOutcome } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { modern, rpc, type RpcAnswer } from '../setup/rpc.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();

async function setRule({ accountId }: Caller, rule: string): Promise<void> {
  await operator(desk.databaseUrl, 'accounts', 'set-release-rule', accountId, rule);
}

/** Makes an account whose releases a person confirms. */
async function confirmedAccount(): Promise<Caller> {
  const account = await desk.caller();
  await setRule(account, 'confirmed');
  return account;
}

/** An account for tests that leave its daily limit as it is. */
const account = await confirmedAccount();
const { api, key } = account;

const created = async (fields: object = {}, by: Client = api): Promise<string> =>
  expectAccepted(await by.create(newDocument({ intent: 'review', ...fields })), 201).id;

const used = async (by: Client = api): Promise<number> => (await by.usage()).body.used;

const yes: Person = () => ({
  action: 'accept',
  content: { decision: 'release', name: 'Grace Example' },
});

const nobody: Person = () => {
  throw new Error('was asked');
};

interface Call {
  readonly id: string;
  readonly expectedVersion?: number;
  readonly idempotencyKey?: string;
  readonly waitSeconds?: number;
}

/** Publishes through a host that asks the person. */
async function publish(person: Person, call: Call, by = key): Promise<ToolOutcome> {
  const someone = await assistant(desk.url, by, 'modern', person);
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
    const id = await created({ title: 'On tides', content: 'One.\n\nTwo.' });
    const questions: AskedQuestion[] = [];
    const person: Person = (question) => {
      questions.push(question);
      return { action: 'decline' };
    };
    await publish(person, { id });
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
      const id = await created();
      const before = await used();
      const idempotencyKey = randomUUID();
      const refused = await publish(person, { id, idempotencyKey });
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
      expect(await used()).toBe(before);
      expect((await api.read(id)).body).toMatchObject({ state: 'review', publishedVersion: null });
      const released = await publish(yes, { id, idempotencyKey, waitSeconds: 30 });
      expect(released.body).toMatchObject({ state: 'published' });
      expect((await used()) - before).toBe(1);
    },
  );

  it('[8.asked] asks again if the name is invalid, and says why', async () => {
    const id = await created();
    const seen: string[] = [];
    const person: Person = ({ message }) => {
      seen.push(message);
      const name = seen.length === 1 ? ' ' : 'Grace';
      return { action: 'accept', content: { decision: 'release', name } };
    };
    const { body } = await publish(person, { id, waitSeconds: 30 });
    expect(body.state).toBe('published');
    expect(seen).toHaveLength(2);
    expect(seen[1]).toContain('the name of a person must have 1 to 120 characters');
  });

  it('[8.asked] does not ask about a publish that is refused anyway', async () => {
    const id = await created();
    const conflict = await publish(nobody, { id, expectedVersion: 2 });
    expect(conflict.body.code).toBe('version_conflict');
    const unknown = await publish(nobody, { id: randomUUID() });
    expect(unknown.body.code).toBe('not_found');
  });

  it('[8.asked-unit-left] [8.asked-accept] does not ask if no unit is left, asks if one unit is left, and replays the accepted call without asking', async () => {
    const own = await confirmedAccount();
    const id = await created({}, own.api);
    const setLimit = (limit: string) =>
      operator(desk.databaseUrl, 'accounts', 'set-limit', own.accountId, limit);
    await setLimit('1');
    const idempotencyKey = randomUUID();
    const refused = await publish(nobody, { id, idempotencyKey }, own.key);
    expect(refused).toMatchObject({
      isError: true,
      body: {
        code: 'daily_limit_exceeded',
        status: 429,
        details: { quota: { used: 1, remaining: 0 } },
      },
    });
    await setLimit('2');
    const released = await publish(yes, { id, idempotencyKey }, own.key);
    expect(released.body).toMatchObject({ version: 1 });
    // A call that was accepted is replayed, although no unit is left.
    expect((await publish(nobody, { id, idempotencyKey }, own.key)).replayed).toBe(true);
    expect(await used(own.api)).toBe(2);
  });

  it('[8.asked-accept] releases the version that was shown, or none', async () => {
    const id = await created();
    const person: Person = async (question) => {
      await api.update(id, { expectedVersion: 1, title: 'Another' });
      return yes(question);
    };
    const { body } = await publish(person, { id });
    expect(body).toMatchObject({ code: 'version_conflict', details: { currentVersion: 2 } });
    expect((await api.read(id)).body).toMatchObject({ state: 'review', publishedVersion: null });
  });
});

/** Publishes through a host whose person agrees each time, after the next step of `meanwhile`. */
async function agreed(call: Call, meanwhile: (() => Promise<unknown>)[]) {
  const questions: string[] = [];
  const person: Person = async (question) => {
    questions.push(question.message);
    await meanwhile.shift()?.();
    return yes(question);
  };
  const { body } = await publish(person, { waitSeconds: 30, ...call });
  return { questions, body };
}

describe('an event between question and answer', () => {
  it('[8.asked-moved-on] [3.withdrawn-told] lets the answer release nothing if it is a withdrawal; the next question tells of it', async () => {
    const id = await created();
    await agreed({ id }, []);
    await api.update(id, { expectedVersion: 1, title: 'Second' });
    let seen: object = {};
    const { questions, body } = await agreed({ id, expectedVersion: 2 }, [
      () => operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake'),
      async () => (seen = (await api.read(id)).body),
    ]);
    expect(seen).toMatchObject({ state: 'draft', publishedVersion: null, withdrawn: {} });
    expect(questions).toHaveLength(2);
    expect(questions[0]).not.toContain('Withdrawn');
    expect(questions[1]).toContain(
      'Nothing was released: after you were asked, an operator withdrew the document',
    );
    expect(questions[1]).toMatch(/^Withdrawn: an operator took the document offline at 20/m);
    expect(body).toMatchObject({ state: 'published', publishedVersion: 2 });
  });

  it('[8.asked-moved-on] lets the answer release nothing if the version was sent back; the next question has the note', async () => {
    const id = await created();
    const action = `/desk/${id}/send-back`;
    let seen: object = {};
    const { questions } = await agreed({ id }, [
      async () => {
        const editor = await newPerson(desk, account.accountId, 'Bob Editor');
        const form = await editor.form(`/desk/${id}`, action);
        await editor.post(action, { ...form, note: 'Check the\nfigures.' });
      },
      async () => (seen = (await api.read(id)).body),
    ]);
    expect(seen).toMatchObject({ state: 'draft', publishedVersion: null });
    expect(questions).toHaveLength(2);
    expect(questions[1]).toMatch(
      /^Sent back for changes: by Bob Editor at 20.*: Check the figures\.$/m,
    );
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
  args: object,
  more: object = {},
  capabilities: object = asks,
  by = key,
): Promise<RpcAnswer> {
  const { body, headers } = modern('tools/call', {
    name: 'publish_publication',
    arguments: args,
    ...more,
  });
  const message = body as { params: { _meta: Record<string, unknown> } };
  message.params._meta['io.modelcontextprotocol/clientCapabilities'] = capabilities;
  return rpc(desk.url, by, message, headers);
}

/** Changes one byte of a state: byte 1 begins the end time, byte 5 is "sent back", the signature ends at byte 32. */
function withOtherByte(state: string, at: number): string {
  const bytes = Buffer.from(state, 'base64url');
  bytes[at]! ^= 1;
  return bytes.toString('base64url');
}

/** Changes the release rule until the end of the test. */
async function letAnyKeyRelease(): Promise<void> {
  onTestFinished(() => setRule(account, 'confirmed'));
  await setRule(account, 'any-key');
}

describe('an answer', () => {
  it('[8.asked] is requested by a result of type input_required, without content', async () => {
    const { message, status } = await raw(call(await created()));
    expect(status).toBe(200);
    expect(message.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    expect(message.result).not.toHaveProperty('content');
    expect(stateOf({ message } as RpcAnswer).length).toBeLessThan(100);
  });

  it('[8.asked-decline] [5.idem-mcp-replayed] that declines gets the stored answer if another answer to the same call was accepted', async () => {
    const args = call(await created());
    const [first, second] = [await raw(args), await raw(args)];
    const accepted = { requestState: stateOf(first), inputResponses: answer() };
    expect((await raw(args, accepted)).message.result!.isError).toBeUndefined();
    const inputResponses = { approval: { action: 'cancel' } };
    const late = await raw(args, { requestState: stateOf(second), inputResponses });
    expect(late.message.result).toMatchObject({ _meta: { 'imprimatur/replayed': true } });
    expect(late.message.result!.isError).toBeUndefined();
  });

  it('[8.asked-decline] [5.order-approval] that declines is version_conflict if the document has changed meanwhile', async () => {
    const args = call(await created());
    const requestState = stateOf(await raw(args));
    await api.update(args.id, { expectedVersion: 1, title: 'Another' });
    const inputResponses = { approval: { action: 'decline' } };
    const { text } = await raw(args, { requestState, inputResponses });
    expect(text).toContain('version_conflict');
  });

  it('[8.asked-decline] that declines releases nothing, even if the release rule has changed meanwhile', async () => {
    const args = call(await created());
    const requestState = stateOf(await raw(args));
    await letAnyKeyRelease();
    const inputResponses = { approval: { action: 'decline' } };
    const { text } = await raw(args, { requestState, inputResponses });
    expect(text).toContain('approval_required');
    expect((await api.read(args.id)).body.state).toBe('review');
  });

  it('[8.asked-state] to the question of another call is refused, and nothing is written', async () => {
    const [id, other] = [await created(), await created()];
    const args = call(id);
    const requestState = stateOf(await raw(args));
    const second = await desk.caller({ account: account.accountId });
    const given = { requestState, inputResponses: answer() };
    const attempts: [args: object, given: object, by?: string][] = [
      [{ ...args, id: other }, given],
      [{ ...args, idempotencyKey: randomUUID() }, given],
      [args, given, second.key],
      [args, { ...given, requestState: withOtherByte(requestState, 1) }],
      [args, { ...given, requestState: withOtherByte(requestState, 5) }],
      [args, { ...given, requestState: withOtherByte(requestState, 32) }],
      [args, { ...given, requestState: 'x'.repeat(100_000) }],
    ];
    for (const [sent, more, by] of attempts) {
      const { message } = await raw(sent, more, asks, by);
      expect(message.error).toMatchObject({ code: -32602 });
    }
    for (const each of [id, other]) {
      expect((await api.read(each)).body).toMatchObject({ state: 'review' });
    }
    // After an update, the same answer belongs to an outdated version.
    await api.update(id, { expectedVersion: 1, title: 'Another' });
    const { message } = await raw({ ...args, expectedVersion: 2 }, given);
    expect(message.error).toMatchObject({ code: -32602 });
  });

  it('[8.asked-state] without a question is ignored', async () => {
    const args = call(await created());
    const { message } = await raw(args, { inputResponses: answer() });
    expect(message.result!.resultType).toBe('input_required');
    const bare = { inputResponses: answer(), requestState: stateOf({ message } as RpcAnswer) };
    const undeclared = await raw(args, bare, {});
    expect(undeclared.text).toContain('approval_required');
    const byUrl = await raw(args, bare, { elicitation: { url: {} } });
    expect(byUrl.text).toContain('approval_required');
    expect((await api.read(args.id)).body.state).toBe('review');
  });

  it('[8.asked-state] is not accepted more than an hour after the question, and the person is asked again', async () => {
    const id = await created();
    const args = call(id);
    const now = Math.floor(Date.now() / 1_000);
    const given = stateOf(await raw(args));
    const [row] = await sql<{ secret: Buffer }>(
      desk.databaseUrl,
      'SELECT secret FROM preview_secret',
    );
    const facts = [account.accountId, key.split('_')[1], id, 1, args.idempotencyKey];
    const purpose = `question ${JSON.stringify(facts)}`;
    const callKey = createHmac('sha256', row!.secret).update(purpose).digest();
    const { end, ...told } = readState(given, callKey)!;
    expect(end - now).toBeGreaterThan(3_590);
    expect(end - now).toBeLessThan(3_660);
    // Signs two states as the service signed states about an hour ago. `late` has the expired state, and `timely` the
    // state that is still valid.
    const signed = (at: number) => writeState({ ...told, end: at }, callKey);
    const late = { requestState: signed(now - 60), inputResponses: answer() };
    const { message } = await raw(args, late);
    expect(message.result!.resultType).toBe('input_required');
    expect((await api.read(id)).body.state).toBe('review');
    await letAnyKeyRelease();
    const declined = { ...late, inputResponses: { approval: { action: 'decline' } } };
    expect((await raw(args, declined)).text).toContain('approval_required');
    expect((await api.read(id)).body.state).toBe('review');
    const timely = { ...late, requestState: signed(now + 60) };
    expect((await raw(args, timely)).message.result!.isError).toBeUndefined();
    expect((await api.read(id)).body.state).not.toBe('review');
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
    const args = call(await created());
    const requestState = stateOf(await raw(args));
    const { text } = await raw(args, { requestState, inputResponses });
    expect(text).toMatch(/input_required|approval_required/);
    expect((await api.read(args.id)).body.state).toBe('review');
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { assistant, type Person } from '../setup/mcp.js';
import { type Client, client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { modern, rpc } from '../setup/rpc.js';

const pair = await sharedPair();

/**
 * Makes an account with this release rule, or with the default rule, and a key of the account.
 */
async function accountUnder(rule?: string): Promise<{
  readonly accountId: string;
  readonly writer: Client;
  readonly writersKey: string;
}> {
  const { api: writer, key, accountId } = await pair.caller();
  if (rule) await operator(pair.databaseUrl, 'accounts', 'set-release-rule', accountId, rule);
  return { accountId, writer, writersKey: key };
}

const created = async (api: Client): Promise<string> =>
  expectAccepted(await api.create(newDocument({ intent: 'review' })), 201).id;

describe('the release rule', () => {
  it('[7.rule-any-key] [10.set-release-rule] is any-key if it is not set', async () => {
    const { accountId } = await accountUnder();
    const shown = await operator<object>(pair.databaseUrl, 'accounts', 'show', accountId);
    expect(shown).toMatchObject({ releaseRule: 'any-key' });
  });

  it('[7.rule-other-key] other-key counts a key, its predecessor and its successor as one key', async () => {
    const { writer, writersKey } = await accountUnder('other-key');
    const before = await created(writer);
    const rotate = ['keys', 'rotate', writersKey.split('_')[1]!, '--grace', '1h'];
    const { key } = await operator<{ key: string }>(pair.databaseUrl, ...rotate);
    const successor = client(pair.url, key);
    const after = await created(successor);
    for (const [api, id] of [
      [successor, before],
      [writer, after],
    ] as const) {
      expectRefusal(await api.publish(id, { expectedVersion: 1 }), 422, 'approval_required');
    }
  });

  it('[7.rule-at-once] [7.approval-required] [5.order-approval] is checked at every publish, after the version and before the quota', async () => {
    const { writer, accountId } = await accountUnder('desk');
    const id = await created(writer);
    const publish = (expectedVersion: number) => writer.publish(id, { expectedVersion });
    await operator(pair.databaseUrl, 'accounts', 'set-limit', accountId, '1');
    expectRefusal(await publish(2), 409, 'version_conflict');
    const refused = await publish(1);
    expectRefusal(refused, 422, 'approval_required');
    const deskUrl = `${pair.url}/desk/${id}`;
    expect(refused.body.details).toEqual({ releaseRule: 'desk', deskUrl });
    await operator(pair.databaseUrl, 'accounts', 'set-release-rule', accountId, 'any-key');
    expectRefusal(await publish(1), 429, 'daily_limit_exceeded');
    await operator(pair.databaseUrl, 'accounts', 'set-limit', accountId, '2');
    expectAccepted(await publish(1), 202);
    await operator(pair.databaseUrl, 'accounts', 'set-release-rule', accountId, 'desk');
    expectRefusal(await publish(1), 409, 'publish_in_progress');
  });
});

const others: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(others.map((other) => other.close())));

/** Returns the notes after a create, after an update, and in a read of the draft with another key. */
async function notesUnder(rule: string, person?: Person): Promise<Record<string, string>> {
  const { accountId, writersKey } = await accountUnder(rule);
  const { key } = await pair.caller({ account: accountId, scopes: ['read', 'publish'] });
  const [writer, reader] = await Promise.all([
    assistant(pair.url, writersKey, 'modern', person),
    assistant(pair.url, key, 'modern', person),
  ]);
  others.push(writer, reader);
  const draft = { idempotencyKey: '1', ...newDocument() };
  const first = (await writer.call('create_publication', draft)).body;
  const { id } = first;
  const change = { id, expectedVersion: 1, idempotencyKey: '2', title: 'Another' };
  const second = (await writer.call('update_publication', change)).body;
  const seen = (await reader.call('get_publication', { id })).body;
  return { id, afterCreate: first.note, afterUpdate: second.note, toReader: seen.note };
}

/** A person who declines every form. */
const anybody: Person = () => ({ action: 'decline' });

describe('the note on a draft', () => {
  const URGES = 'Call publish_publication with expectedVersion';
  const PERSON = 'a person has to release each version: give the user';
  const MUST = ' In this account, a person has to release each version.';

  it.each([
    ['any-key', 'any host', undefined, URGES, ''],
    ['confirmed', 'a host with forms', anybody, URGES, ''],
    [
      'other-key',
      'any host',
      undefined,
      'the key that wrote a version may not release it; another key may',
      '',
    ],
    ['confirmed', 'a host without forms', undefined, PERSON, MUST],
    ['desk', 'any host', undefined, PERSON, MUST],
  ])(
    '[8.note-rule] says under %s who releases, over %s',
    async (rule, _, person, says, toOthers) => {
      const { id, afterCreate, afterUpdate, toReader } = await notesUnder(rule, person);
      for (const note of [afterCreate!, afterUpdate!]) {
        expect(note).toContain(says);
        expect(note.includes(URGES)).toBe(says === URGES);
        if (says !== URGES) expect(note).toContain(`${pair.url}/desk/${id}`);
      }
      expect(toReader).toBe(`Version 2 is a draft; nothing is public.${toOthers}`);
    },
  );
});

describe('the program that writes', () => {
  it('[8.client] appears in history and audit with the name and version that it sends, cut to 100 characters, without keys and characters that reorder or hide text', async () => {
    const { api, key, accountId } = await pair.caller();
    const { body: call, headers } = modern('tools/call', {
      name: 'create_publication',
      arguments: { idempotencyKey: 'client', ...newDocument() },
    });
    const { _meta } = (call as { params: { _meta: Record<string, unknown> } }).params;
    _meta['io.modelcontextprotocol/clientInfo'] = {
      name: `\u202E\n${key}${'é'.repeat(1_000)}`,
      version: 'v'.repeat(1_000_000),
    };
    const { message } = await rpc(pair.url, key, call, headers);
    const { id } = message.result!.structuredContent as { id: string };
    await api.update(id, { expectedVersion: 1, title: 'Another' });
    const shown = `imp_${key.split('_')[1]}_[redacted]`;
    const program = { name: shown.padEnd(100, 'é'), version: 'v'.repeat(100) };
    const { body } = await api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(body).toMatchObject({
      history: [
        { version: 2, channel: 'http', client: null },
        { version: 1, channel: 'mcp', client: program },
      ],
    });
    const words = ['audit', 'list', '--account', accountId];
    const audit = await operator<{ client: object | null }[]>(pair.databaseUrl, ...words);
    expect(audit.map(({ client: writer }) => writer)).toEqual([program, null]);
  });
});

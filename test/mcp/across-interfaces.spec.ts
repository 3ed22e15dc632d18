import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { rpc, toolCall } from '../setup/rpc.js';
import { type InterfaceCaller, type Outcome, overHttp, overMcp } from './interfaces.js';

const desk = await sharedDesk();
const someone = await assistant(desk.url, desk.key, 'modern');
afterAll(() => someone.close());

const [http, mcp] = [overHttp(desk.api), overMcp(someone)];

describe('a retry across HTTP and MCP', () => {
  it.each([
    ['HTTP', 'MCP', http, mcp],
    ['MCP', 'HTTP', mcp, http],
  ])(
    '[5.idem-across-interfaces] of each write that was sent over %s replays over %s, writes nothing and takes no unit',
    async (_, __, first, other) => {
      const [document, key] = [newDocument(), randomUUID()];
      const { id } = await first.create(document, key);
      const change = { expectedVersion: 1, title: 'Changed' };
      const writes: readonly ((at: InterfaceCaller) => Promise<Outcome>)[] = [
        (at) => at.create(document, key),
        (at) => at.update(id, change, `update-${key}`),
        (at) => at.publish(id, { expectedVersion: 2 }, `publish-${key}`),
      ];
      for (const write of writes) {
        const made = await write(first);
        const books = await booksOf(desk.databaseUrl, desk.accountId);
        expect(await write(other)).toEqual({ ...made, replayed: true });
        expect(await booksOf(desk.databaseUrl, desk.accountId)).toEqual(books);
      }
    },
  );

  it('[2.id-case] finds an update whose id was sent in upper case, and says what it changed', async () => {
    const key = randomUUID();
    const { body } = await desk.api.create(newDocument());
    const fields = { expectedVersion: 1, title: 'Changed' };
    await desk.api.update(body.id, fields, { key });
    const id = body.id.toUpperCase();
    const args = { id, idempotencyKey: key, ...fields };
    expect(await someone.call('update_publication', args)).toMatchObject({
      replayed: true,
      body: { id: body.id, version: 2, changedFields: ['title'] },
    });
    expect((await someone.call('get_publication', { id })).body.version).toBe(2);
  });

  it('[5.idem-mcp-wait-seconds] with a different waitSeconds is a replay, and shows the current state', async () => {
    const { body: created } = await desk.api.create(newDocument());
    const publish = { id: created.id, expectedVersion: 1, idempotencyKey: randomUUID() };
    const first = await someone.call('publish_publication', publish);
    expect(first.body.state).toBe('publishing');
    const again = await someone.call('publish_publication', { ...publish, waitSeconds: 30 });
    expect(again).toMatchObject({
      replayed: true,
      body: { state: 'published', indexStatus: 'ready' },
    });
  });
});

interface Written {
  readonly note: string;
  readonly warnings?: unknown;
}

it('[5.idem-mcp-replayed] a repeated call gets the answer of the first call, byte for byte except note and warnings', async () => {
  const call = toolCall('create_publication', { idempotencyKey: randomUUID(), ...newDocument() });
  const first = await rpc(desk.url, desk.key, call);
  const { id } = first.message.result!.structuredContent as { id: string };
  await desk.api.update(id, { expectedVersion: 1, title: 'Changed meanwhile' });
  const second = await rpc(desk.url, desk.key, call);
  expect(first.message.result).not.toHaveProperty('_meta');
  const { _meta, structuredContent: repeated } = second.message.result!;
  expect(_meta).toEqual({ 'imprimatur/replayed': true });
  const { note, warnings: _warnings, ...then } = repeated as Written;
  const {
    note: _,
    warnings: _seen,
    ...answer
  } = first.message.result!.structuredContent as Written;
  expect(JSON.stringify(then)).toBe(JSON.stringify(answer));
  expect(note).toMatch(
    /^This is the answer to the first call .*get_publication to read the present state/,
  );
});

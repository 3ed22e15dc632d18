import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { modern, request, rpc, toolCall } from '../setup/rpc.js';

const desk = await sharedPair();

const send = (body: unknown) => rpc(desk.url, desk.key, body);
const used = async () => (await desk.api.usage()).body.used;

describe('a batch of an older protocol version', () => {
  it('[8.eras] gets an answer for each message', async () => {
    const { status, text } = await send([
      request('ping', {}, 1),
      toolCall('get_account_usage', {}, 'two'),
    ]);
    expect(status).toBe(200);
    const ids = (JSON.parse(text) as { id: unknown }[]).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([1, 'two']));
  });

  it('[8.eras] is answered even if it cancels one of its own requests', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const answers = [
      await send([request('ping', {}, 1)]),
      await send([request('ping', {}, 1), cancel]),
      await send([cancel, toolCall('get_account_usage', {}, 1)]),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual([expect.objectContaining({ id: 1 })]);
    }
  });

  it.each([
    ['more than ten messages', Array.from({ length: 11 }, (_, id) => request('ping', {}, id))],
    ['one id twice', [request('ping', {}, 7), request('ping', {}, 7)]],
    ['nothing', []],
  ])('[8.malformed] is refused if it holds %s', async (_, batch) => {
    const { status, message } = await send(batch);
    expect({ status, code: message.error?.code }).toEqual({
      status: 400,
      code: expect.any(Number) as number,
    });
  });
});

it('[8.notifications] a call without an id, which expects no answer, is not carried out', async () => {
  const before = await used();
  const call = { idempotencyKey: randomUUID(), ...newDocument() };
  const { id: _, ...old } = toolCall('create_publication', call) as { id: number };
  const { body, headers } = modern('tools/call', { name: 'create_publication', arguments: call });
  const { id: __, ...recent } = body as { id: number };
  expect((await send(old)).status).toBe(202);
  expect((await rpc(desk.url, desk.key, recent, headers)).status).toBe(202);
  expect(await used()).toBe(before);
});

describe('an invalid name', () => {
  const LONG = 'x'.repeat(100_000);

  it.each([
    ['a number', { name: 5 }],
    ['absent', {}],
    ['too long', { name: LONG }],
    ['a name that objects inherit', { name: 'constructor' }],
  ])('[8.unknown-tool] is refused like the name of an unknown tool: %s', async (_, params) => {
    const { status, message, text } = await send(request('tools/call', params));
    expect(status).toBe(200);
    expect(message.error?.code).toBe(-32602);
    expect(text.length).toBeLessThan(1_000);
  });
});

import { request as httpRequest } from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { modern, request, rpc, toolCall } from '../setup/rpc.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

// No worker runs. A release therefore stays in flight, and a call waits for all of its `waitSeconds`.
const desk = await openDesk({ ROLE: 'api' });
afterAll(() => desk.close());

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

/** Creates a document, and returns a call that publishes it with the longest wait. */
const publishCall = async () => {
  const { body } = await desk.api.create(newDocument());
  const args = { id: body.id, expectedVersion: 1, idempotencyKey: randomUUID(), waitSeconds: 30 };
  return toolCall('publish_publication', args) as { params: { arguments: typeof args } };
};

/** Resolves when a publish call has requested its release. The call then begins to wait. */
const named = ({ params }: Awaited<ReturnType<typeof publishCall>>) =>
  expect
    .poll(() =>
      sql(desk.databaseUrl, 'SELECT FROM release WHERE publication_id = $1', [params.arguments.id]),
    )
    .toHaveLength(1);

describe('a call that waits', () => {
  it('[8.wait-seconds] ends when its client disconnects, and keeps its write', async () => {
    const call = await publishCall();
    const going = httpRequest(`${desk.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${desk.key}`,
        'Content-Type': 'application/json',
        'X-Request-Id': 'gone',
      },
    });
    going.on('error', () => undefined);
    going.end(JSON.stringify(call));
    await named(call);
    going.destroy();
    await expect.poll(() => desk.log()).toMatch(/"requestId":"gone".*"status":499/);
    const again = toolCall('publish_publication', { ...call.params.arguments, waitSeconds: 0 });
    const { message } = await send(again);
    expect(message.result).toMatchObject({ _meta: { 'imprimatur/replayed': true } });
  });

  it('[12.drain-waiting] is answered with the current state when the service stops', async () => {
    const service = await startService({
      databaseUrl: desk.databaseUrl,
      env: { ROLE: 'api', SHUTDOWN_GRACE_MS: '500' },
    });
    const call = await publishCall();
    const waiting = rpc(service.url, desk.key, call);
    await named(call);
    const stopped = service.stop();
    const { status, message } = await waiting;
    expect(status).toBe(200);
    expect(message.result).toMatchObject({ structuredContent: { state: 'publishing' } });
    expect(await stopped).toBe(0);
  });
});

it('a refusal for an internal error hides the cause, which is in the log', async () => {
  await sql(desk.databaseUrl, 'ALTER TABLE revision RENAME TO revision_away');
  try {
    const call = toolCall('get_publication', { id: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6' });
    const { status, text, headers } = await rpc(desk.url, desk.key, call);
    expect(status).toBe(200);
    expect(text).toContain('internal_error');
    expect(text).not.toContain('revision_away');
    const id = headers.get('X-Request-Id')!;
    await expect.poll(() => desk.log()).toContain(id);
    const line = desk
      .log()
      .split('\n')
      .find((one) => one.includes(id))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      route: '/mcp',
      status: 200,
      code: 'internal_error',
      accountId: desk.accountId,
      err: { message: expect.stringContaining('revision') as string },
    });
  } finally {
    await sql(desk.databaseUrl, 'ALTER TABLE revision_away RENAME TO revision');
  }
});

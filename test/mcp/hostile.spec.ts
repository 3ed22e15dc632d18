import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { initialize, modern, request, rpc, toolCall } from '../setup/rpc.js';

const desk = await sharedPair();

const MARK = 'MARK-OF-THE-CLIENT';
const send = (body: unknown, headers?: Record<string, string>) =>
  rpc(desk.url, desk.key, body, headers);

/** Checks that the error has this code, is short, and repeats no text of the client. */
async function expectFixed(code: number, body: unknown, headers?: Record<string, string>) {
  const answer = await send(body, headers);
  expect(answer.message.error?.code, answer.text.slice(0, 200)).toBe(code);
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1_024);
  expect(answer.text).not.toContain(MARK);
  return answer;
}

/** Makes a request of protocol version 2026-07-28 with additional params. */
const made = (method: string, params: object) => {
  const { body, headers } = modern(method);
  const { params: known } = body as { params: object };
  return { body: { ...body, params: { ...known, ...params } }, headers };
};

const DEEP = `${'['.repeat(40)}${']'.repeat(40)}`;
const WIDE = JSON.stringify(Array.from({ length: 6_000 }, () => MARK));
const LONG_NAME = JSON.stringify({ [MARK.repeat(20)]: 1 });

describe.each([
  ['too many levels', DEEP],
  ['too many members', WIDE],
  ['a name that is too long', LONG_NAME],
])('a body with %s', (_, part) => {
  const parts = (body: object) => JSON.stringify(body).replace('"PART"', part);

  it('[4.bounds-entrance] is refused over HTTP, for every write', async () => {
    const { id } = (await desk.api.create(newDocument())).body;
    const answers = [
      await desk.api.create(parts({ ...newDocument(), extra: 'PART' })),
      await desk.api.update(id, parts({ expectedVersion: 1, tags: 'PART' })),
      await desk.api.publish(id, parts({ expectedVersion: 1, extra: 'PART' })),
    ];
    for (const { status, body, text } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
      expect(text.length).toBeLessThan(1_024);
      expect(text).not.toContain(MARK);
    }
  });

  it('[4.bounds-entrance] [8.fixed-errors] is answered -32600 over MCP, for every kind of message', async () => {
    const capabilities = { experimental: 'PART' };
    const clientInfo = { name: 'x', version: '1', icons: 'PART' };
    const protocolVersion = '2025-11-25';
    const discover = made('server/discover', { other: 'PART' });
    for (const { body, headers } of [
      { body: request('initialize', { protocolVersion, capabilities, clientInfo }), headers: {} },
      { body: request('tools/list', { _meta: 'PART' }), headers: {} },
      { body: request('no/method', { x: 'PART' }), headers: {} },
      { body: { jsonrpc: '2.0', id: 1, result: 'PART' }, headers: {} },
      {
        body: { jsonrpc: '2.0', method: 'notifications/initialized', params: 'PART' },
        headers: {},
      },
      { body: [request('ping', { x: 'PART' })], headers: {} },
      discover,
    ]) {
      const answer = await expectFixed(-32600, parts(body), headers);
      expect(answer.status).toBe(400);
      expect(answer.message.error?.data).toMatchObject({ code: 'invalid_request', status: 400 });
    }
  });

  it('[4.bounds-entrance] is refused with validation_failed over MCP if the excessive part is sent as a string', async () => {
    const args = { idempotencyKey: randomUUID(), ...newDocument(), tags: part, author: part };
    const { message } = await send(toolCall('create_publication', args));
    expect(message.result).toMatchObject({ isError: true });
    expect(JSON.stringify(message)).toContain('validation_failed');
  });
});

describe('a body', () => {
  it.each([
    ['that is no JSON', '{', {}, 400, -32700, 'invalid_json'],
    ['that is empty', '', {}, 400, -32700, 'invalid_json'],
    ['that is a number', '5', {}, 400, -32600, 'invalid_request'],
    [
      'of another type',
      '{}',
      { 'Content-Type': 'text/plain' },
      415,
      -32600,
      'unsupported_media_type',
    ],
    ['that is packed', '{}', { 'Content-Encoding': 'gzip' }, 415, -32600, 'unsupported_media_type'],
    ['over 3 MiB', ' '.repeat(3 * 1024 * 1024 + 1), {}, 413, -32600, 'payload_too_large'],
  ])(
    '[8.malformed] [8.fixed-errors] [6.payload-too-large-mcp] %s gets a JSON-RPC error with the problem of HTTP',
    async (_, body, headers, status, rpcCode, code) => {
      const { message, ...answer } = await expectFixed(rpcCode, body, headers);
      expect(answer.status).toBe(status);
      expect(message).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { data: { code, status } },
      });
    },
  );

  it('[8.malformed] in bytes that are not UTF-8 is refused, not repaired', async () => {
    const response = await fetch(`${desk.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${desk.key}` },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });

  it.each([
    ['more than ten messages', Array.from({ length: 11 }, (_, id) => request('ping', {}, id))],
    ['one id twice', [request('ping', {}, 7), request('ping', {}, 7)]],
    ['nothing', []],
  ])(
    '[8.malformed] [8.fixed-errors] that is a batch of %s is answered -32600',
    async (_, batch) => {
      expect((await expectFixed(-32600, batch)).status).toBe(400);
    },
  );
});

describe('a message', () => {
  it.each([
    ['no version of JSON-RPC', { id: 1, method: 'ping' }],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['neither method nor result', { jsonrpc: '2.0', id: 1, [MARK]: 1 }],
    ['a method that is no text', { jsonrpc: '2.0', id: 1, method: [MARK] }],
    ['the id null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['a long id', { jsonrpc: '2.0', id: MARK.repeat(1_000), method: 'ping' }],
    ['an id that is an object', { jsonrpc: '2.0', id: { [MARK]: 1 }, method: 'ping' }],
    ['an id that is no integer', { jsonrpc: '2.0', id: 0.5, method: 'ping' }],
  ])('[8.fixed-errors] with %s is answered -32600', async (_, message) => {
    for (const body of [message, [message]]) {
      expect((await expectFixed(-32600, body)).status).toBe(400);
    }
  });

  it.each([
    ['no params', {}],
    ['no text for protocolVersion', { protocolVersion: 5 }],
    ['capabilities that are a list', { capabilities: [MARK] }],
    ['a client without a name', { clientInfo: { version: MARK } }],
    ['a client that is a text', { clientInfo: MARK }],
  ])('[8.fixed-errors] of initialize with %s is answered -32602', async (_, changes) => {
    const { params } = initialize('2025-11-25') as { params: object };
    const bad = Object.keys(changes).length === 0 ? {} : { ...params, ...changes };
    const { status, message } = await expectFixed(-32602, request('initialize', bad, 'mine'));
    expect({ status, id: message.id }).toEqual({ status: 400, id: 'mine' });
  });

  it.each([5, true, [MARK], { [MARK]: 1 }, MARK])(
    '[8.fixed-errors] of tools/list with the cursor %j is answered -32602, in both eras of the protocol',
    async (cursor) => {
      await expectFixed(-32602, request('tools/list', { cursor }));
      const { body, headers } = made('tools/list', { cursor });
      await expectFixed(-32602, body, headers);
    },
  );

  it.each([
    ['a text', MARK],
    ['a list', [MARK]],
    ['a number', 5],
  ])('[8.fixed-errors] whose params are %s is answered -32602', async (_, params) => {
    await expectFixed(-32602, { jsonrpc: '2.0', id: 1, method: 'ping', params });
  });

  it.each([
    ['io.modelcontextprotocol/protocolVersion', { [MARK]: 1 }],
    ['io.modelcontextprotocol/clientCapabilities', MARK],
    ['io.modelcontextprotocol/clientCapabilities', [MARK]],
  ])(
    '[8.fixed-errors] of protocol version 2026-07-28 with a malformed %s is answered -32602',
    async (name, value) => {
      const { body, headers } = modern('tools/list');
      const { params } = body as { params: { _meta: object } };
      const _meta = { ...params._meta, [name]: value };
      expect((await expectFixed(-32602, { ...body, params: { _meta } }, headers)).status).toBe(400);
    },
  );

  it('[8.fixed-errors] of an unknown method is answered -32601, in both eras of the protocol', async () => {
    await expectFixed(-32601, request(MARK, { [MARK]: MARK }));
    const { body, headers } = modern(MARK);
    expect((await expectFixed(-32601, body, headers)).status).toBe(404);
  });

  it('[8.unknown-tool] [8.fixed-errors] that calls an unknown tool, or names none, is answered -32602', async () => {
    for (const name of [MARK, 'constructor', 'x'.repeat(100_000), 5, undefined]) {
      const { status } = await expectFixed(-32602, request('tools/call', { name }));
      expect(status).toBe(200);
    }
    const { body, headers } = modern('tools/call', { name: MARK, arguments: {} });
    await expectFixed(-32602, body, headers);
  });

  it.each(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])(
    '[8.modern-headers] [8.fixed-errors] of protocol version 2026-07-28 whose header field %s is absent, or does not match, is answered -32020',
    async (name) => {
      const { body, headers } = modern('tools/call', { name: 'get_account_usage', arguments: {} });
      const { [name]: value, ...without } = headers;
      expect((await send(body, headers)).status).toBe(200);
      expect((await expectFixed(-32020, body, without)).status).toBe(400);
      // A version that is unknown is answered otherwise.
      const other = value === '2026-07-28' ? '2025-11-25' : MARK;
      await expectFixed(-32020, body, { ...headers, [name]: other });
    },
  );

  it('[8.malformed] [8.fixed-errors] of an unknown protocol version gets an error that lists the supported versions, or says what to do', async () => {
    const { body, headers } = modern('tools/list', {}, `${MARK} ${MARK}`);
    const { status, message } = await expectFixed(-32022, body, headers);
    expect(status).toBe(400);
    expect(message.error?.data).toMatchObject({ supported: ['2026-07-28'] });
    const old = await send(request('ping'), { 'MCP-Protocol-Version': `${MARK}!` });
    expect(old.status).toBe(400);
    expect(old.text).not.toContain(MARK);
    const next = await send(request('ping'), { 'MCP-Protocol-Version': '2025-11-26' });
    expect(next.status).toBe(400);
    expect(next.message.error?.message).toMatch(
      /^The header MCP-Protocol-Version names a protocol version that this server does not support/,
    );
    expect((await send(initialize(MARK))).text).not.toContain(MARK);
  });
});

describe('a member that no method uses', () => {
  const TEXT = MARK.repeat(20_000);

  it('[4.bounds-entrance] is neither checked nor repeated', async () => {
    const clientInfo = { name: TEXT, version: TEXT, icons: TEXT };
    const capabilities = { experimental: TEXT, roots: 5 };
    const params = {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo,
      _meta: TEXT,
      x: TEXT,
    };
    const discover = made('server/discover', { x: TEXT });
    const answers = [
      await send(request('initialize', params)),
      await send(request('tools/list', { _meta: { progressToken: TEXT }, x: TEXT })),
      await send({ ...request('ping'), other: TEXT }),
      await send(discover.body, discover.headers),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(MARK);
    }
  });

  it('[8.notifications] is accepted in notifications and in responses that answer no request', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: [TEXT] } },
      { jsonrpc: '2.0', method: TEXT },
      { jsonrpc: '2.0', id: 1, result: TEXT },
      { jsonrpc: '2.0', id: 'a', error: TEXT },
    ]) {
      const { status, text } = await send(message);
      expect({ status, text }).toEqual({ status: 202, text: '' });
    }
  });
});

describe('a very long argument', () => {
  const LONG = '.'.repeat(3_100_000);
  const KEY = { idempotencyKey: randomUUID() };

  it.each<[string, string, object, string]>([
    ['cursor', 'list_publications', { cursor: LONG }, 'invalid_cursor'],
    ['id', 'get_publication', { id: LONG }, 'not_found'],
    ['id', 'update_publication', { ...KEY, id: LONG, expectedVersion: 1, title: 'A' }, 'not_found'],
    ['id', 'publish_publication', { ...KEY, id: LONG, expectedVersion: 1 }, 'not_found'],
    [
      'idempotencyKey',
      'create_publication',
      { ...newDocument(), idempotencyKey: LONG },
      'idempotency_key_invalid',
    ],
  ])(
    '[4.cursor-invalid] [4.bounds-entrance] of 3 MB is refused in a short answer: %s of %s',
    async (_, tool, args, code) => {
      const body = JSON.stringify(toolCall(tool, args));
      const { message, text } = await send(body);
      expect(message.result).toMatchObject({ isError: true });
      expect(text).toContain(`\\"code\\":\\"${code}\\"`);
      expect(Buffer.byteLength(text)).toBeLessThan(4_096);
    },
  );
});

it('[4.bounds-entrance] an answer before the end of a request body leaves the connection usable', async () => {
  const body = `[${'0,'.repeat(1_500_000)}0]`;
  for (let round = 0; round < 5; round += 1) {
    expect((await desk.api.create(body)).status).toBe(400);
    expect((await send(body)).status).toBe(400);
    expect((await desk.api.usage()).status).toBe(200);
  }
});

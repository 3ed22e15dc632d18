import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LISTED_ORIGIN as LISTED, sharedDesk } from '../setup/desk.js';
import { addApprover, operator } from '../setup/operator.js';
import { initialize, modern, request, rpc, toolCall } from '../setup/rpc.js';

const desk = await sharedDesk();

const send = (body: unknown, headers?: Record<string, string>) =>
  rpc(desk.url, desk.key, body, headers);

describe('the protocol', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '[8.eras] negotiates its version by initialize: %s',
    async (version) => {
      const { status, message } = await send(initialize(version));
      expect(status).toBe(200);
      expect(message.result).toMatchObject({ protocolVersion: version });
      const headers = { 'MCP-Protocol-Version': version };
      const listed = await send(request('tools/list'), headers);
      expect((listed.message.result as { tools: unknown[] }).tools).toHaveLength(6);
    },
  );

  it('[8.tool-schemas] keeps the answer to tools/list within 14,000 bytes', async () => {
    const { body, headers } = modern('tools/list');
    const id = randomUUID();
    const legacy = await send({ ...request('tools/list'), id });
    for (const answer of [legacy, await send({ ...body, id }, headers)]) {
      expect(answer.text).toContain(id);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(14_000);
    }
  });

  it('[8.eras] [8.stateless] needs no initialize in version 2026-07-28', async () => {
    const { body, headers } = modern('server/discover');
    const { status, message } = await send(body, headers);
    expect(status).toBe(200);
    expect(message.result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      resultType: 'complete',
      ttlMs: 0,
      // The instructions in the answer depend on the key.
      cacheScope: 'private',
    });
  });

  it.each(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])(
    '[8.modern-headers] needs the header %s in version 2026-07-28',
    async (name) => {
      const call = modern('tools/call', { name: 'get_account_usage', arguments: {} });
      const { [name]: _, ...headers } = call.headers;
      expect((await send(call.body, call.headers)).status).toBe(200);
      const { status, message } = await send(call.body, headers);
      expect(status).toBe(400);
      expect(message.error?.code).toBe(-32020);
    },
  );

  it('[8.modern-headers] gives results a type and a lifetime in version 2026-07-28', async () => {
    const { body, headers } = modern('tools/list');
    const { message } = await send(body, headers);
    expect(message.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000 });
  });
});

describe('a browser', () => {
  it.each([
    ['the origin of the service', () => new URL(desk.url).origin],
    ['localhost', () => 'http://localhost:6274'],
    ['127.0.0.1', () => 'http://127.0.0.1'],
    ['[::1]', () => 'https://[::1]:8443'],
    ['a listed origin', () => LISTED],
  ])('[8.origin] [11.mcp-allowed-origins] may call from %s', async (_, origin) => {
    const { status, headers } = await send(request('ping'), { Origin: origin() });
    expect(status).toBe(200);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin());
    const exposed = headers.get('Access-Control-Expose-Headers');
    expect(exposed).toContain('X-Request-Id');
    expect(exposed).toContain('RateLimit, RateLimit-Policy');
    expect(headers.get('Vary')).toContain('Origin');
  });

  it.each([
    'https://evil.example',
    'null',
    'https://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'file://localhost',
    `${LISTED}.evil.example`,
    `${LISTED}:444`,
  ])('[8.origin] is refused if it calls from %s, with and without a key', async (origin) => {
    const answers = await Promise.all([
      send(request('ping'), { Origin: origin }),
      rpc(desk.url, undefined, request('ping'), { Origin: origin }),
    ]);
    for (const { status, headers } of answers) {
      expect(status).toBe(403);
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(headers.get('WWW-Authenticate')).toBeNull();
    }
  });

  it('[8.malformed] gets a readable refusal for an unknown protocol version', async () => {
    const { status, message } = await send(request('tools/list'), {
      'MCP-Protocol-Version': '2025-11-26',
    });
    expect(status).toBe(400);
    expect(message.error?.message).toContain(
      'MCP-Protocol-Version names a protocol version that this server does not support',
    );
  });

  it('[8.options] gets from OPTIONS, without a key, the methods and headers that it may send', async () => {
    const response = await fetch(`${desk.url}/mcp`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:6274',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,mcp-method',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:6274');
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    const allowed = response.headers.get('Access-Control-Allow-Headers')!.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'accept',
        'mcp-protocol-version',
        'mcp-session-id',
        'mcp-method',
        'mcp-name',
        'last-event-id',
        'traceparent',
        'tracestate',
      ]),
    );
  });
});

describe('a request', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])(
    '[8.methods] with a method other than POST is answered 405, without WWW-Authenticate: %s',
    async (method) => {
      const { status, headers } = await fetch(`${desk.url}/mcp`, { method });
      expect(status).toBe(405);
      expect(headers.get('Allow')).toBe('POST, OPTIONS');
      expect(headers.get('WWW-Authenticate')).toBeNull();
    },
  );

  it('[8.unauthorized] without a key is answered 401, without a hint at OAuth', async () => {
    const { status, headers, text } = await rpc(desk.url, undefined, request('ping'));
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toMatch(/^Bearer realm="[^"]+"$/);
    expect(text).not.toContain('resource_metadata');
  });

  it('[8.unauthorized] with a bad key is answered 401, and the answer says that the token is invalid', async () => {
    const { status, headers } = await rpc(desk.url, 'imp_wrong_key', request('ping'));
    expect(status).toBe(401);
    expect(headers.get('WWW-Authenticate')).toMatch(
      /^Bearer realm="[^"]+", error="invalid_token"$/,
    );
  });

  it('[7.person-desk-only] with the sign-in key of a person is answered 403, and the answer says that the key opens the desk only', async () => {
    const { key } = await addApprover(desk.databaseUrl, desk.accountId);
    const { status, text } = await rpc(desk.url, key, request('ping'));
    expect(status).toBe(403);
    expect(text).toContain(
      'This is the sign-in key of a person. The key can only be used to sign in at the desk.',
    );
    expect(text).not.toContain(key);
  });

  it.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/%zz',
    '/register',
    '/authorize',
    '/token',
  ])('[8.no-oauth] gets a JSON 404 instead of OAuth at %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(desk.url + path, { method, headers: { Accept: 'text/html' } });
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toMatch(/^application\/(problem\+)?json/);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/event-stream'])(
    '[8.accept] may accept %s, and is answered in JSON',
    async (accept) => {
      // If this header were absent, `fetch` would send */*.
      const headers = { Accept: accept ?? '' };
      for (const asked of [{ body: request('tools/list'), headers: {} }, modern('tools/list')]) {
        const answer = await send(asked.body, { ...asked.headers, ...headers });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
      }
    },
  );

  it.each([
    ['no JSON', '{', {}, 400, -32700],
    ['nothing', '', {}, 400, -32700],
    ['a number', '5', {}, 400, -32600],
    ['an object that is no message', '{"a":1}', {}, 400, -32600],
    ['another type', '{}', { 'Content-Type': 'text/plain' }, 415, -32600],
    ['compressed', '{}', { 'Content-Encoding': 'gzip' }, 415, -32600],
    ['too large', ' '.repeat(3 * 1024 * 1024 + 1), {}, 413, -32600],
  ])(
    '[8.malformed] with a bad body gets a JSON-RPC error: %s',
    async (_, body, headers, status, code) => {
      const answer = await send(body, headers);
      expect(answer.status).toBe(status);
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    },
  );

  it('[6.payload-too-large-mcp] over 3 MiB is refused with the problem of HTTP in the data of the error', async () => {
    const { message } = await send('x'.repeat(3 * 1024 * 1024 + 1));
    expect(message.error?.data).toMatchObject({ code: 'payload_too_large', status: 413 });
  });

  it('[8.malformed] in bytes that are not UTF-8 is refused, not repaired', async () => {
    const response = await fetch(`${desk.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${desk.key}` },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });

  it('[8.unknown-tool] for an unknown tool is answered -32602, in both eras of the protocol', async () => {
    const call = modern('tools/call', { name: 'delete_everything', arguments: {} });
    const answers = [
      await send(toolCall('delete_everything')),
      await send(call.body, call.headers),
    ];
    for (const { message, text } of answers) {
      expect(message.error?.code).toBe(-32602);
      expect(text).not.toContain('delete_everything');
    }
  });

  it('[8.capabilities] is answered with tools as the only capability', async () => {
    const discovered = modern('server/discover');
    const answers = [
      await send(initialize('2025-11-25')),
      await send(discovered.body, discovered.headers),
    ];
    for (const { message } of answers) expect(message.result?.capabilities).toEqual({ tools: {} });
    const { message } = await send(request('resources/list'));
    expect(message.error?.code).toBe(-32601);
  });

  it('[8.stateless] gets no session', async () => {
    const { headers } = await send(initialize('2025-11-25'));
    expect(headers.get('Mcp-Session-Id')).toBeNull();
  });

  it('[8.stateless] that would keep a stream open is refused', async () => {
    const { body, headers } = modern('subscriptions/listen', { notifications: {} });
    const { message } = await send(body, headers);
    expect(message.error).toBeDefined();
  });
});

describe('a key', () => {
  it('[8.suspended] of a suspended account still connects, and its calls are refused', async () => {
    const { key, accountId } = await desk.caller();
    await operator(desk.databaseUrl, 'accounts', 'suspend', accountId);
    await expect
      .poll(async () => (await rpc(desk.url, key, toolCall('get_account_usage'))).text)
      .toContain('account_suspended');
    const discover = modern('server/discover');
    const list = modern('tools/list');
    const answers = [
      await rpc(desk.url, key, initialize('2025-11-25')),
      await rpc(desk.url, key, request('tools/list')),
      await rpc(desk.url, key, discover.body, discover.headers),
      await rpc(desk.url, key, list.body, list.headers),
    ];
    for (const { status, message } of answers) {
      expect(status).toBe(200);
      expect(message.result).toBeDefined();
    }
    const refused = await rpc(desk.url, key, toolCall('get_account_usage'));
    expect(refused.status).toBe(200);
    expect(refused.message.result).toMatchObject({ isError: true });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LISTED_ORIGIN as LISTED, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { addApprover, operator } from '../setup/operator.js';
import { initialize, modern, request, rpc, toolCall } from '../setup/rpc.js';

const desk = await sharedDesk();

const send = (body: unknown, headers?: Record<string, string>) =>
  rpc(desk.url, desk.key, body, headers);

describe('the protocol', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '[8.eras] [8.stateless] negotiates its version by initialize, without a session: %s',
    async (version) => {
      const { status, headers, message } = await send(initialize(version));
      expect(status).toBe(200);
      expect(headers.get('Mcp-Session-Id')).toBeNull();
      expect(message.result).toMatchObject({ protocolVersion: version });
      const listed = await send(request('tools/list'), { 'MCP-Protocol-Version': version });
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

  it.each([
    // The instructions in the answer depend on the key.
    ['server/discover', { supportedVersions: ['2026-07-28'], ttlMs: 0, cacheScope: 'private' }],
    ['tools/list', { ttlMs: 300_000 }],
  ])(
    '[8.eras] [8.stateless] [8.modern-headers] needs no initialize in version 2026-07-28, and gives results a type and a lifetime: %s',
    async (method, wanted) => {
      const { body, headers } = modern(method);
      const { status, message } = await send(body, headers);
      expect(status).toBe(200);
      expect(message.result).toMatchObject({ resultType: 'complete', ...wanted });
    },
  );
});

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

  it.each([
    ['without a key', undefined, /^Bearer realm="[^"]+"$/],
    ['with a bad key', 'imp_wrong_key', /^Bearer realm="[^"]+", error="invalid_token"$/],
  ])(
    '[8.unauthorized] %s is answered 401, which says if a token is invalid, without a hint at OAuth',
    async (_, key, challenge) => {
      const { status, headers, text } = await rpc(desk.url, key, request('ping'));
      expect(status).toBe(401);
      expect(headers.get('WWW-Authenticate')).toMatch(challenge);
      expect(text).not.toContain('resource_metadata');
    },
  );

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

  it('[8.notifications] without an id, which expects no answer, is not carried out', async () => {
    const { used } = (await desk.api.usage()).body;
    const call = { idempotencyKey: randomUUID(), ...newDocument() };
    const { id: _, ...old } = toolCall('create_publication', call) as { id: number };
    const { body, headers } = modern('tools/call', { name: 'create_publication', arguments: call });
    const { id: __, ...recent } = body as { id: number };
    expect((await send(old)).status).toBe(202);
    expect((await send(recent, headers)).status).toBe(202);
    expect((await desk.api.usage()).body.used).toBe(used);
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

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { tryToSignIn } from '../desk/person.js';
import { type Caller, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { initialize, rpc } from '../setup/rpc.js';

const MIB = 1024 * 1024;

const desk = await openDesk({ ROLE: 'api' });
afterAll(() => desk.close());

function open(): Socket {
  const { hostname, port } = new URL(desk.url);
  return connect(Number(port), hostname);
}

const sockets: Socket[] = [];
/** Sends a body of `length` bytes without its last kilobyte. */
async function halfSent({ key }: Caller, path: string, length: number): Promise<void> {
  const socket = open();
  sockets.push(socket);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Idempotency-Key: half',
    `Content-Length: ${length}`,
  ];
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n"`);
  await new Promise((resolve) => socket.write(Buffer.alloc(length - 1_024, 'x'), resolve));
}

/**
 * Sends unfinished bodies to both interfaces. Together, they fill the 16 MiB that the bodies of one key may occupy. The
 * smallest one is sent first: buffers of the operating system can hold it, but not the others.
 */
async function filled(caller: Caller): Promise<void> {
  await halfSent(caller, '/api/v1/publications', MIB);
  for (const path of ['/mcp', '/mcp', '/mcp', '/api/v1/publications', '/api/v1/publications']) {
    await halfSent(caller, path, 3 * MIB);
  }
  // A create that is in flight when the service reads the last body takes its place, and the body is refused.
  while ((await caller.api.create(large())).status === 201) await halfSent(caller, '/mcp', 3 * MIB);
}

const large = (): object => newDocument({ content: 'x'.repeat(150_000) });

describe('bodies that do not end', () => {
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    // Waits until the service has released the bytes of the closed connections.
    await expect.poll(async () => (await desk.api.create(newDocument())).status).toBe(201);
  });

  it('[4.bodies-in-flight] hold at most 16 MiB of memory for one key, and do not affect other keys', async () => {
    const crowd = await desk.caller();
    await filled(crowd);
    const refused = await crowd.api.create(large());
    expectRefusal(refused, 503, 'unavailable');
    expect(refused.headers.get('Retry-After')).toBe('2');
    const message = JSON.stringify(initialize('2025-11-25')).padEnd(100_000, ' ');
    const atMcp = await rpc(desk.url, crowd.key, message);
    expect(atMcp.status).toBe(503);
    expect(atMcp.headers.get('Retry-After')).toBe('2');
    // A second key of the same account has its own limit.
    const second = await desk.caller({ account: crowd.accountId });
    expectAccepted(await second.api.create(large()), 201);
    expectAccepted(await desk.api.create(large()), 201);
  });

  it('[4.bodies-in-flight] hold at most 64 MiB of memory for all keys together, and forms of the desk are counted too', async () => {
    const crowds = await Promise.all([1, 2, 3, 4].map(() => desk.caller()));
    await Promise.all(crowds.map(filled));
    await expect.poll(async () => (await desk.api.create(large())).body.code).toBe('unavailable');
    expect((await desk.api.usage()).status).toBe(200);
    const form = await tryToSignIn(desk.url, 'x'.repeat(40_000));
    expect([form.status, form.headers.get('Retry-After')]).toEqual([503, '2']);
  });

  it('[4.bodies-in-flight] free their memory when their connections close', async () => {
    const crowd = await desk.caller();
    await filled(crowd);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => (await crowd.api.create(large())).status).toBe(201);
  });
});

/** Sends bytes on a new connection, and returns everything that comes back. */
function sent(bytes: string): Promise<string> {
  const socket = open();
  socket.write(bytes);
  return text(socket);
}

describe('bytes that are not a valid HTTP request', () => {
  it.each([
    ['a line that is no request', 'HELLO\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    [
      'a header of 20 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_480)}\r\n\r\n`,
      'must have an address and headers of at most 16 KiB in total',
    ],
    [
      'an address of 20 KiB',
      `GET /?${'y'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'must have an address and headers of at most 16 KiB in total',
    ],
    [
      'two lengths',
      'POST /api/v1/publications HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])(
    '[4.request-id-made] [6.problem] are answered with a problem and a request id: %s',
    async (_what, bytes, rule = 'must be a complete HTTP request') => {
      const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(head).toContain('\r\nContent-Type: application/problem+json\r\n');
      expect(head).toContain('\r\nConnection: close');
      const [, requestId] = /\r\nX-Request-Id: ([\w.-]+)/.exec(head) ?? [];
      expect(JSON.parse(body)).toMatchObject({
        type: `${desk.url}/docs/errors#invalid_request`,
        status: 400,
        code: 'invalid_request',
        details: { errors: [{ field: 'request', message: rule }] },
        requestId,
      });
    },
  );

  it('leave the service ready if they are cut off in a body', async () => {
    const socket = open();
    socket.write('POST /api/v1/publications HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await sleep(100);
    socket.destroy();
    expect((await fetch(`${desk.url}/health/ready`)).status).toBe(200);
  });
});

describe('a request', () => {
  it('[4.request-id-kept] [6.problem] without a Host field is refused under HTTP/1.1 with a problem and its request id, and logged', async () => {
    const answer = await sent(
      'GET /health/live HTTP/1.1\r\nX-Request-Id: no-host\r\nConnection: close\r\n\r\n',
    );
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Request-Id: no-host\r\n/);
    expect(head).toContain('\r\nContent-Type: application/problem+json\r\n');
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', requestId: 'no-host' });
    await expect.poll(() => desk.log()).toMatch(/"requestId":"no-host".*"status":400/);
  });

  it('[6.problem] with two Host fields is refused under HTTP/1.0 and HTTP/1.1', async () => {
    for (const version of ['1.0', '1.1']) {
      const answer = await sent(
        `GET /health/live HTTP/${version}\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).toContain('"code":"invalid_request"');
    }
  });

  it('without a Host field is answered under HTTP/1.0', async () => {
    expect(await sent('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('an Expect header with an unknown value', () => {
  it('is ignored', async () => {
    const answer = await sent(
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Request-Id: /);
  });
});

describe('an answer that is sent before the whole body has arrived', () => {
  it('reaches a client that sends the rest of the body afterwards, even with Connection: close', async () => {
    const length = 3 * 1024 * 1024;
    const socket = open();
    const fault = once(socket, 'error').then(([error]) => error as Error);
    socket.write(
      `POST /api/v1/publications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
    await sleep(100);
    const written = new Promise((resolve) => socket.write('x'.repeat(length), resolve));
    await Promise.race([written, fault]);
    socket.resume();
    expect(await Promise.race([once(socket, 'end').then(() => 'ended'), fault])).toBe('ended');
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_OF_ADDRESS, MAX_OF_KEY } from '../../src/keys/requests-in-progress.service.js';
import { newPerson, tryToSignIn } from '../desk/person.js';
import { type Caller, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectProblem, expectRefusal } from '../setup/refusal.js';
import { initialize, request, rpc, toolCall } from '../setup/rpc.js';

/** Longest wait for a place that the contract promises, and a margin for a busy machine. */
const MAX_WAIT_MS = 2_000;
const MARGIN_MS = 2_000;

const desk = await openDesk({ ROLE: 'api', TRUST_PROXY: 'true' });
afterAll(() => desk.close());

/** Sends raw bytes on a connection of its own, whose answers nobody reads. */
async function sent(text: string): Promise<Socket> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

const head = (method: string, path: string, ...fields: string[]): string =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`;

/** Begins `count` requests of a key that wait for a decision, which nobody makes. */
async function waiting({ api, key }: Caller, count: number, seconds = 30): Promise<Socket[]> {
  const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
  const path = `/api/v1/publications/${id}?until=decided`;
  const wait = [`Authorization: Bearer ${key}`, `Prefer: wait=${seconds}`];
  return Promise.all(Array.from({ length: count }, () => sent(head('GET', path, ...wait))));
}

/** Waits until the service has begun so many requests that this one finds no place. */
async function full(one: () => Promise<{ readonly status: number }>): Promise<void> {
  while ((await one()).status !== 503) await sleep(100);
}

/** Begins `count` forms of the desk, and does not send their bodies. */
async function halfForms(path: string, field: string, count: number): Promise<Socket[]> {
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const text = head('POST', path, field, type, 'Content-Length: 8');
  return Promise.all(Array.from({ length: count }, () => sent(text)));
}

/** Sends a request without a key from an address. */
const from = (address: string, path = '/') =>
  desk.api.request('GET', path, { headers: { 'X-Forwarded-For': address, Authorization: '' } });

async function timed<T>(work: Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const begun = performance.now();
  return { answer: await work, milliseconds: performance.now() - begun };
}

describe('a key with 64 requests in progress', () => {
  let crowd: Caller;
  let begun: Socket[];

  beforeAll(async () => {
    crowd = await desk.caller();
    begun = await waiting(crowd, MAX_OF_KEY);
    await full(() => crowd.api.usage());
  }, 30_000);
  afterAll(() => begun.map((socket) => socket.destroy()));

  it('[4.in-progress] waits 2 s for one more, then gets 503, and other callers are served at once', async () => {
    const refused = timed(crowd.api.usage());
    const second = await desk.caller({ account: crowd.accountId });
    const others = await timed(
      Promise.all([second.api.usage(), desk.api.list(), from('192.0.2.1', '/feed.xml')]),
    );
    expect(others.answer.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(others.milliseconds).toBeLessThan(MAX_WAIT_MS);
    const { answer, milliseconds } = await refused;
    await expectProblem(answer, 503, 'unavailable', desk.url);
    expect(answer.headers.get('Retry-After')).toBe('2');
    expect(answer.body.detail).toContain('64 requests in progress');
    expect(milliseconds).toBeGreaterThan(MAX_WAIT_MS - 100);
    expect(milliseconds).toBeLessThan(MAX_WAIT_MS + MARGIN_MS);
  });

  it('[4.in-progress] is refused at the API and at MCP alike', async () => {
    const [api, mcp] = await Promise.all([
      crowd.api.create(newDocument()),
      rpc(desk.url, crowd.key, toolCall('get_account_usage')),
    ]);
    expectRefusal(api, 503, 'unavailable');
    expect([mcp.status, mcp.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(mcp.text).toContain('64 requests in progress');
  });

  it('[4.in-progress] gets a place as soon as one of its clients goes away', async () => {
    const answer = crowd.api.usage();
    await sleep(200);
    begun[0]!.destroy();
    expect((await answer).status).toBe(200);
  });
});

describe('the requests in progress of a key', () => {
  it('[4.in-progress] free their place when the answer is sent', async () => {
    const crowd = await desk.caller();
    await waiting(crowd, MAX_OF_KEY, 1);
    const answers = await Promise.all(Array.from({ length: MAX_OF_KEY }, () => crowd.api.usage()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('[4.in-progress] are those of a person at the desk, too', async () => {
    const person = await newPerson(desk, desk.accountId);
    const begun = await halfForms('/desk/sign-out', `Cookie: ${person.cookie}`, MAX_OF_KEY);
    await full(() => person.open('/desk'));
    const page = await person.open('/desk');
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '2']);
    for (const socket of begun) socket.destroy();
  });

  it('[4.in-progress] include answers that the client does not read', async () => {
    const slow = await desk.caller();
    const long = newDocument({ content: '한'.repeat(200_000) });
    const { id } = expectAccepted(await slow.api.create(long), 201);
    const read = head('GET', `/api/v1/publications/${id}`, `Authorization: Bearer ${slow.key}`);
    await waiting(slow, MAX_OF_KEY - 2);
    // A connection takes about 10 MB without its reader, so each connection has more answers to send than that.
    const readers = await Promise.all([sent(read.repeat(64)), sent(read.repeat(64))]);
    await full(() => slow.api.usage());
    for (const reader of readers) reader.destroy();
    while ((await slow.api.usage()).status !== 200) await sleep(100);
  });

  it('[4.in-progress] include each message of an MCP batch', async () => {
    const crowd = await desk.caller();
    await waiting(crowd, MAX_OF_KEY - 2);
    const batch = [1, 2, 3].map((id) => request('ping', {}, id));
    await full(() => rpc(desk.url, crowd.key, batch));
    expect((await rpc(desk.url, crowd.key, batch.slice(1))).status).toBe(200);
  });
});

describe('an address with 32 requests in progress without a key', () => {
  const ADDRESS = '192.0.2.2';
  let begun: Socket[];

  beforeAll(async () => {
    begun = await halfForms('/desk/sign-in', `X-Forwarded-For: ${ADDRESS}`, MAX_OF_ADDRESS);
    await full(() => from(ADDRESS));
  }, 30_000);
  afterAll(() => begun.map((socket) => socket.destroy()));

  it('[4.in-progress] waits 2 s for one more, at every address of the site, then gets 503', async () => {
    const paths = [
      '/feed.xml',
      '/search?q=a',
      '/openapi.json',
      '/en/none',
      '/previews/none',
      '/desk',
    ];
    const answers = await Promise.all(paths.map((path) => timed(from(ADDRESS, path))));
    for (const { answer, milliseconds } of answers) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
      expect(milliseconds).toBeGreaterThan(MAX_WAIT_MS - 100);
      expect(milliseconds).toBeLessThan(MAX_WAIT_MS + MARGIN_MS);
    }
  });

  it('[4.in-progress] takes no place from other addresses, from keys and from health checks', async () => {
    const headers = { 'X-Forwarded-For': ADDRESS };
    const { answer, milliseconds } = await timed(
      Promise.all([
        from('192.0.2.3'),
        from(ADDRESS, '/health/live'),
        from(ADDRESS, '/health/ready'),
        desk.api.request('GET', '/api/v1/account/usage', { headers }),
      ]),
    );
    expect(answer.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(milliseconds).toBeLessThan(MAX_WAIT_MS);
  });

  it('[4.in-progress] gets a place as soon as one of its forms has arrived', async () => {
    const answer = from(ADDRESS);
    await sleep(200);
    begun[0]!.write('key=none');
    expect((await answer).status).toBe(200);
  });
});

const MIB = 1024 * 1024;

const unfinished: Socket[] = [];
/** Sends a body of `length` bytes without its last kilobyte. */
async function halfSent({ key }: Caller, path: string, length: number): Promise<void> {
  const type = ['Content-Type: application/json', `Content-Length: ${length}`];
  const fields = [`Authorization: Bearer ${key}`, 'Idempotency-Key: half', ...type];
  const socket = await sent(`${head('POST', path, ...fields)}"`);
  unfinished.push(socket);
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
    for (const socket of unfinished.splice(0)) socket.destroy();
    // Waits until the service has released the bytes of the closed connections.
    await expect.poll(async () => (await desk.api.create(newDocument())).status).toBe(201);
  });

  it('[4.bodies-in-flight] hold at most 16 MiB of memory for one key until their connections close, and do not affect other keys', async () => {
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
    for (const socket of unfinished.splice(0)) socket.destroy();
    await expect.poll(async () => (await crowd.api.create(large())).status).toBe(201);
  });

  it('[4.bodies-in-flight] hold at most 64 MiB of memory for all keys together, and forms of the desk are counted too', async () => {
    const crowds = await Promise.all([1, 2, 3, 4].map(() => desk.caller()));
    await Promise.all(crowds.map(filled));
    await expect.poll(async () => (await desk.api.create(large())).body.code).toBe('unavailable');
    expect((await desk.api.usage()).status).toBe(200);
    const form = await tryToSignIn(desk.url, 'x'.repeat(40_000));
    expect([form.status, form.headers.get('Retry-After')]).toEqual([503, '2']);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { tryToSignIn } from '../desk/person.js';
import { type Caller, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { initialize, rpc } from '../setup/rpc.js';

const MIB = 1024 * 1024;

const desk = await openDesk({ ROLE: 'api' });
afterAll(() => desk.close());

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Waits until the service has released the bytes of the closed connections.
  await expect.poll(async () => (await desk.api.create(newDocument())).status).toBe(201);
});

/** Sends a body of `length` bytes without its last kilobyte. */
async function halfSent({ key }: Caller, path: string, length: number): Promise<void> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
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

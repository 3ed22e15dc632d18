import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';

const desk = await sharedDesk();

/**
 * Announces a body of 1,000 bytes, and sends its first byte. Then sends one byte every 10 s, `parts` times, and nothing
 * more. Returns the answer.
 */
async function stalled(path: string, parts: number): Promise<string> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${desk.key}`,
    'Content-Type: application/json',
    'Idempotency-Key: stalled',
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  const answer = text(socket);
  for (let part = 0; part < parts; part += 1) {
    await sleep(10_000);
    socket.write(' ');
  }
  return answer.finally(() => socket.destroy());
}

it.each([
  ['/api/v1/publications', 0],
  ['/mcp', 0],
  ['/api/v1/publications', 2],
])(
  '[6.body-stalled] a request whose body stalls for 30 s is answered 408, and its connection is closed: %s after %i pauses of 10 s',
  async (path, parts) => {
    const before = performance.now();
    const answer = await stalled(path, parts);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toMatch(/^Connection: close$/im);
    expect(head).toMatch(/^X-Request-Id: /im);
    expect(body).toContain('must arrive without pauses of 30 seconds or more');
    const taken = performance.now() - before;
    expect(taken).toBeGreaterThan((30 + parts * 10) * 1_000 - 100);
    expect(taken).toBeLessThan((30 + parts * 10) * 1_000 + 9_000);
  },
  90_000,
);

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';

const desk = await sharedDesk();

function open(): Socket {
  const { hostname, port } = new URL(desk.url);
  return connect(Number(port), hostname);
}

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

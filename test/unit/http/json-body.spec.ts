import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJson } from '../../../src/platform/http/json-body.js';
import type { ServiceRequest } from '../../../src/platform/http/service-request.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects garbage, and returns the number of bytes of memory that are then in use. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function readAsked(requested: Promise<[ServiceRequest]>): Promise<unknown> {
  const [request] = await requested;
  return readJson(request);
}

describe('a body of 20 kB that arrives byte by byte', () => {
  let server: Server;
  let socket: Socket;
  let read: Promise<unknown>;
  beforeEach(async () => {
    const app = express();
    const requested = once(app, 'asked') as Promise<[ServiceRequest]>;
    app.use((request) => app.emit('asked', request));
    read = readAsked(requested);
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
  });
  afterEach(() => {
    socket.destroy();
    server.close();
  });

  it('[4.request-memory] takes less than 2 MB of memory', async () => {
    const text = `{"text":"${'é'.repeat(10_000)}"}`;
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    await nextTurn();
    const before = held();
    for (const byte of Buffer.from(text)) {
      socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]));
      await nextTurn();
    }
    const grown = held() - before;
    socket.write('0\r\n\r\n');
    expect(await read).toEqual(JSON.parse(text));
    expect(grown).toBeLessThan(2_000_000);
  });
});

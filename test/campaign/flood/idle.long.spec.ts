import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialDeaf } from '../../setup/deaf.js';
import { type Desk, openDesk } from '../../setup/desk.js';
import { LONGEST, newDocument } from '../../setup/document.js';
import { rpc, toolCall } from '../../setup/rpc.js';

const WANTED = 10_000;
/**
 * Number of other open files that the test and the service need: programs, pipes, the database, the test's other
 * requests.
 */
const RESERVED = 1_000;
/**
 * Number of concurrent attempts to connect. This number is below the number of connections that may wait until the
 * server accepts them.
 */
const AT_ONCE = 250;
/**
 * Number of clients that never read. There are more of these clients than `OTHERS`. So the test fails if the server
 * does not close their connections.
 */
const DEAF = 80;
/**
 * Maximum time, in ms, until the server has closed all connections. A request header may take 20 s, and Node checks
 * this limit every 30 s. Node closes a connection after one or two periods of 55 s without progress of the answer.
 */
const ENDED_WITHIN_MS = 140_000;
/** Number of other open files that may change during the test: requests of the test, and database connections. */
const OTHERS = 50;
/** Maximum memory of an idle connection, in bytes. We measured 6 to 7 kB per connection. */
const MAX_BYTES_EACH = 30_000;

/** Hard limit of open files per process. Node raises its soft limit to the hard limit. */
const mostFiles = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }));
const count = Number.isNaN(mostFiles) ? WANTED : Math.min(WANTED, mostFiles - RESERVED);
if (count < WANTED) {
  process.stderr.write(`This machine gives a process ${mostFiles} files: ${count} connections.\n`);
}

let desk: Desk;
let page: string;
let longPage: string;

beforeAll(async () => {
  desk = await openDesk();
  page = await published({});
  longPage = await published({ content: LONGEST });
  const whole = await fetch(longPage, { headers: { 'Accept-Encoding': 'identity' } });
  // The operating system buffers less than this for a client that does not read.
  expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(5_000_000);
});
afterAll(() => desk.close());

/**
 * Publishes a document, and returns its address. Publishes the document again if the release failed because the machine
 * was too busy.
 */
async function published(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { api } = desk;
  const { id, url } = (await api.create(newDocument(fields))).body;
  for (let state = 'draft'; state !== 'published';) {
    if (state === 'draft') await api.publish(id, { expectedVersion: 1 });
    ({ state } = (await api.read(id, { Prefer: 'wait=30' })).body);
  }
  return url;
}

/** Returns the resident memory of the service, in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${desk.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1_024;
}

/** Returns the number of open files of the service. Each connection counts as one open file. */
const files = (): number => readdirSync(`/proc/${desk.pid}/fd`).length;

/** Opens a connection that the client does not end. The client sends nothing, or half a header. */
async function dial(index: number): Promise<Socket> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.resume().on('error', () => {});
  await once(socket, 'connect');
  if (index % 4 === 0) socket.write('GET /api/v1/publications HTTP/1.1\r\nHost: x\r\nAuthori');
  return socket;
}

async function dialAll(): Promise<Socket[]> {
  const sockets = await dialDeaf(longPage, DEAF);
  while (sockets.length < count) {
    const more = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, (_, index) =>
      dial(index),
    );
    sockets.push(...(await Promise.all(more)));
  }
  return sockets;
}

async function expectService(): Promise<void> {
  const [read, write, site, tool] = await Promise.all([
    desk.api.list(),
    desk.api.create(newDocument()),
    fetch(page),
    rpc(desk.url, desk.key, toolCall('get_account_usage')),
  ]);
  await site.arrayBuffer();
  expect([read.status, write.status, site.status, tool.status]).toEqual([200, 201, 200, 200]);
  expect(tool.message.result?.['isError']).not.toBe(true);
}

describe(
  'ten thousand connections that send nothing or half a header, or do not read the answer',
  { timeout: 600_000 },
  () => {
    let idle: Socket[] = [];
    let before: { readonly memory: number; readonly files: number };
    beforeAll(async () => {
      before = { memory: memory(), files: files() };
      idle = await dialAll();
    }, 600_000);
    afterAll(() => {
      for (const socket of idle) socket.destroy();
    });

    it('do not stop the API, the site and MCP from answering other clients', async () => {
      for (let round = 0; round < 5; round += 1) await expectService();
      // On a busy machine, opening all connections takes so long that the first half-sent headers time out.
      const open = idle.filter(({ readableEnded, destroyed }) => !readableEnded && !destroyed);
      expect(open.length).toBeGreaterThan(count / 2);
      expect(files()).toBeGreaterThanOrEqual(before.files + open.length - OTHERS);
    });

    it('take less than 30 kB of memory each, on average', () => {
      expect(memory() - before.memory).toBeLessThan(count * MAX_BYTES_EACH);
    });

    it('are closed by the server within 140 s, even if the client keeps its end open', async () => {
      const last = performance.now() + ENDED_WITHIN_MS;
      while (files() > before.files + OTHERS && performance.now() < last) await sleep(250);
      expect(files()).toBeLessThanOrEqual(before.files + OTHERS);
      await expectService();
    });
  },
);

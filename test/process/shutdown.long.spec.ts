import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { rpc, toolCall } from '../setup/rpc.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { KeptConnection } from './connection.js';
import { startInVain } from './failed-start.js';
import { holdWrite } from './held-write.js';

const database = await freshDatabase();
const { key } = await issueKey(database.url, { limit: 1_000_000 });

afterAll(() => database.drop());

async function start(env: Record<string, string> = {}): Promise<[Service, Client]> {
  const service = await startService({ databaseUrl: database.url, env: { ROLE: 'api', ...env } });
  return [service, client(service.url, key)];
}

/**
 * Returns code that a process runs before the service. As soon as the process listens for the signal, this code sends
 * the signal. If modules of the service, such as `reflect-metadata`, are already loaded at this time, the code sends
 * nothing.
 */
const stopWhileLoading = (signal: NodeJS.Signals): string => `
  process.on('newListener', (name) => {
    if (name !== '${signal}' || Reflect.defineMetadata) return;
    queueMicrotask(() => process.kill(process.pid, name));
  });`;

/** Waits until connections are refused. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      socket.destroy();
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
      return;
    }
    await sleep(10);
  }
}

describe('at shutdown', () => {
  it('[12.drain-ready] [12.drain-grace] [12.drain-waiting] during the grace period, connections are answered with Connection: close, requests for readiness with 503, and waits at once', async () => {
    const [service, api] = await start({ SHUTDOWN_GRACE_MS: '4000' });
    const { id } = (await api.create(newDocument())).body;
    await api.publish(id, { expectedVersion: 1 });
    const kept = new KeptConnection(service.url);
    await kept.get('/health/live');
    expect(await kept.get('/health/live')).toMatchObject({
      connection: 'keep-alive',
      reused: true,
    });
    const exit = service.stop();
    let ready = await kept.get('/health/ready');
    while (ready.status === 200) ready = await kept.get('/health/ready');
    expect(ready).toEqual({ status: 503, connection: 'close', reused: true });
    expect(await kept.get('/health/live')).toMatchObject({ connection: 'close', reused: false });
    kept.close();
    const { text } = await api.request('GET', '/health/ready');
    expect(JSON.parse(text)).toMatchObject({ process: 'shutting down' });
    const { status, headers } = await api.create(newDocument());
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    const waited = await api.read(id, { Prefer: 'wait=30' });
    expect(waited).toMatchObject({ status: 200, body: { state: 'publishing' } });
    expect(await exit).toBe(0);
  });

  it('[12.drain-waiting] waiting requests and tool calls are answered at once, with the current state', async () => {
    // The grace period leaves time for a request that a busy machine delivers late.
    const [service, api] = await start({ SHUTDOWN_GRACE_MS: '2000' });
    const { body } = await api.create(newDocument());
    const publishing = api.publish(
      body.id,
      { expectedVersion: 1 },
      { headers: { Prefer: 'wait=30' } },
    );
    const named = 'SELECT FROM release WHERE publication_id = $1';
    await expect.poll(() => sql(database.url, named, [body.id])).toHaveLength(1);
    const reading = api.read(body.id, { Prefer: 'wait=30' });
    const call = toolCall('get_publication', { id: body.id, waitSeconds: 30 });
    const calling = rpc(service.url, key, call);
    await sleep(500);
    const exit = service.stop();
    expect(await publishing).toMatchObject({ status: 202, body: { state: 'publishing' } });
    expect(await reading).toMatchObject({ status: 200, body: { state: 'publishing' } });
    expect((await reading).headers.get('connection')).toBe('close');
    const { message } = await calling;
    expect(message.result).toMatchObject({ structuredContent: { state: 'publishing' } });
    expect(await exit).toBe(0);
  });

  it('[12.drain-refuses] [12.drain-requests] [12.drain-exit] after the grace period, new connections are refused, and requests in flight finish, whatever signals follow the first', async () => {
    const [service, api] = await start({ SHUTDOWN_GRACE_MS: '300' });
    const write = await holdWrite(database.url, api);
    const exit = service.stop();
    await sleep(100);
    process.kill(service.pid, 'SIGTERM');
    process.kill(service.pid, 'SIGINT');
    await refused(service.url);
    process.kill(service.pid, 'SIGTERM');
    await sleep(200);
    await write.letGo();
    const { status, headers } = await write.answer;
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    expect(await exit).toBe(0);
  });

  it('[12.drain-half-sent] half-sent requests, and connections without a request, delay the exit by less than 5 s', async () => {
    const [service] = await start();
    const kept = new KeptConnection(service.url);
    await kept.get('/health/live');
    const { hostname, port } = new URL(service.url);
    const body = `Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n`;
    const halves = [
      '',
      'GET /health/live HT',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Half: ',
      `POST /api/v1/publications HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: half\r\n${body}\r\n{"title":`,
      `POST /mcp HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n${body}\r\n{"jsonrpc":`,
      // The service answers this request with 401 before the whole body has arrived.
      `POST /api/v1/publications HTTP/1.1\r\n${body}\r\n{"title":`,
    ].map((half) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(half);
      return socket;
    });
    await sleep(300);
    const asked = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(5_000);
    for (const socket of halves) socket.destroy();
    kept.close();
  });

  it('a request is answered after the grace period if its connection was accepted before', async () => {
    const [service] = await start({ SHUTDOWN_GRACE_MS: '300' });
    const { hostname, port } = new URL(service.url);
    const late = connect(Number(port), hostname);
    await once(late, 'connect');
    const exit = service.stop();
    await refused(service.url);
    late.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(late, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await exit).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '[12.drain-exit] a process whose modules are still loading exits 0 on %s, and starts nothing',
    async (signal) => {
      const preload = `data:text/javascript,${encodeURIComponent(stopWhileLoading(signal))}`;
      // Any use of this database would fail.
      const DATABASE_URL = 'postgres://127.0.0.1:1/nowhere';
      const outcome = await startInVain({ NODE_OPTIONS: `--import=${preload}`, DATABASE_URL });
      expect(outcome).toEqual({ code: 0, stdout: '', complaints: [''] });
    },
  );

  it('[12.drain-exit] the process exits 0 within 10 s, even if the database hangs', async () => {
    const link = await FaultProxy.to(database.url);
    const service = await startService({ databaseUrl: link.url, env: { ROLE: 'all' } });
    link.setMode('blackhole');
    const write = client(service.url, key).create(newDocument());
    write.catch(() => undefined);
    await sleep(100);
    const asked = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    await link.close();
  });

  it('[7.last-used] [12.drain-exit] the last use of a key is stored, and the process exits 0, on SIGINT too', async () => {
    await sql(database.url, 'UPDATE publisher_key SET last_used_at = NULL');
    const [service, api] = await start();
    await api.usage();
    expect(await service.stop('SIGINT')).toBe(0);
    const [row] = await sql(database.url, 'SELECT last_used_at FROM publisher_key');
    expect(row?.['last_used_at']).toBeInstanceOf(Date);
  });
});

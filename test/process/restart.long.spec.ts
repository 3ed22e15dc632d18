import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';
import { Balancer } from './balancer.js';
import { Load } from './load.js';

let database: FreshDatabase;
let key: string;
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  ({ key, accountId } = await issueKey(database.url, { limit: 1_000_000 }));
});

afterAll(() => database.drop());

const start = (env: Record<string, string> = {}): Promise<Service> =>
  startService({
    databaseUrl: database.url,
    env: { RATE_LIMIT_PER_MINUTE: '0', SHUTDOWN_GRACE_MS: '1000', ...env },
  });

describe('a restart', () => {
  it('[12.rolling-restart] of one process after another behind a balancer makes no request fail', async () => {
    // The grace period is longer than a busy machine takes to check the readiness of a process.
    const env = { SHUTDOWN_GRACE_MS: '5000' };
    const [first, second] = await Promise.all([start(env), start(env)]);
    const balancer = await Balancer.open(first.url, second.url);
    const load = new Load(client(balancer.url, key), 8);
    await sleep(500);
    expect(await first.stop()).toBe(0);
    const third = await start();
    await balancer.use(second.url, third.url);
    expect(await second.stop()).toBe(0);
    const fourth = await start();
    await balancer.use(third.url, fourth.url);
    while (load.answered < 5_000) await sleep(50);
    await load.stop();
    balancer.close();
    expect([...load.refused, ...load.failures]).toEqual([]);
    const { publications } = await booksOf(database.url, accountId);
    expect(publications).toBe(load.created.length);
    await Promise.all([third.stop(), fourth.stop()]);
  });

  it('[12.drain-requests] answers all of the 50 connections that waited to be accepted before the signal', async () => {
    const service = await start({ SHUTDOWN_GRACE_MS: '0' });
    const { hostname, port } = new URL(service.url);
    // While the process is stopped, the operating system still accepts connections for the process.
    process.kill(service.pid, 'SIGSTOP');
    const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const exit = service.stop();
    process.kill(service.pid, 'SIGCONT');
    const answers = await Promise.all(sockets.map(text));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await exit).toBe(0);
  });

  it('[5.crash-keeps-writes] [12.many-processes] after kill -9 finds every write that was answered, and as many used units as accepted writes', async () => {
    const before = await booksOf(database.url, accountId);
    const service = await start();
    const load = new Load(client(service.url, key), 8);
    while (load.created.length < 50) await sleep(20);
    await service.kill();
    await load.stop();
    const next = await start();
    const api = client(next.url, key);
    for (const id of load.created) expect((await api.read(id)).status).toBe(200);
    const after = await booksOf(database.url, accountId);
    const written = after.publications - before.publications;
    expect(written).toBeGreaterThanOrEqual(load.created.length);
    expect(after.units).toBe(after.records);
    await next.stop();
  });

  it('[11.database-url] [5.crash-keeps-writes] with the embedded database immediately after kill -9 finds the answered write', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imprimatur-restart-'));
    const first = await startService({ directory });
    const demoKey = (await readFile(join(directory, '.data/demo-key'), 'utf8')).trim();
    const { body } = await client(first.url, demoKey).create(newDocument());
    await first.kill();
    const next = await startService({ directory });
    expect((await client(next.url, demoKey).read(body.id)).status).toBe(200);
    expect(await next.stop()).toBe(0);
    await rm(directory, { recursive: true, maxRetries: 20 });
  });
});

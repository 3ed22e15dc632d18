import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { kill, postmasters, remaining, serverPid, until } from '../embedded/processes.js';
import { type Client, client } from '../setup/client.js';
import { type Service, startService } from '../setup/service.js';
import { Load } from './load.js';
import { logLines } from './log-lines.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
const NONE = { supervisors: [], servers: [] };
const CLIENTS = 6;

const directory = await mkdtemp(join(tmpdir(), 'imprimatur-lost-'));
const dataDir = join(directory, '.data');

afterAll(() => rm(directory, { recursive: true, maxRetries: 20 }));

describe('a service that gets SIGTERM while its embedded database is being created', () => {
  it('[12.drain-exit] stops with exit code 0, and leaves no process behind', async () => {
    const env = { PATH: process.env['PATH'], PORT: '0', METRICS_PORT: '0', SHUTDOWN_GRACE_MS: '0' };
    const child = spawn(process.execPath, [MAIN], { cwd: directory, env, stdio: 'ignore' });
    while (!existsSync(join(dataDir, 'postgres'))) await sleep(10);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    // On a slow machine, the process ends while its database is still being created. The supervisor then stops the
    // creation.
    await until(() => isDeepStrictEqual(remaining(dataDir), NONE));
  });
});

describe('a service whose embedded database is killed', () => {
  it.each([
    ['server alone', () => kill(serverPid(dataDir))],
    ['server with all its processes', () => remaining(dataDir).servers.forEach(kill)],
  ])(
    '[6.unavailable] [6.unavailable-recovers] answers 503 until the database is back, and loses no accepted write: %s',
    async (_what, fell) => {
      const service = await start();
      const api = await caller(service);
      const load = new Load(api, CLIENTS);
      await until(() => load.created.length >= 20);
      fell();
      await until(() => load.refused.length > 0);
      const before = load.created.length;
      await until(() => load.created.length >= before + 20);
      await load.stop();
      await ready(service);
      expect(load.failures).toEqual([]);
      for (const refusal of load.refused) {
        expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(refusal.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      }
      for (const id of load.created) expect((await api.read(id)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      expect(notices(service)).toEqual([
        expect.stringMatching(/^warn .* has lost its server; it is started again\.$/),
        expect.stringMatching(/^info .* is back\.$/),
      ]);
      expect(remaining(dataDir)).toEqual(NONE);
    },
  );

  it('[6.unavailable-recovers] [12.many-processes] shares one new server with all other processes', async () => {
    const first = await start();
    const second = await start();
    const worker = await start({ ROLE: 'worker' });
    for (const services of [
      [first, second, worker],
      [worker, second, first],
    ]) {
      const loads = await Promise.all(
        [first, second].map(async (each) => new Load(await caller(each), CLIENTS)),
      );
      await until(() => loads.every(({ created }) => created.length >= 5));
      remaining(dataDir).servers.forEach(kill);
      await until(() => loads.every(({ refused }) => refused.length > 0));
      const before = loads.map(({ created }) => created.length);
      await until(() => loads.every(({ created }, at) => created.length >= before[at]! + 5));
      await Promise.all(loads.map((each) => each.stop()));
      expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
      await Promise.all(services.map(ready));
      expect(postmasters(dataDir)).toEqual([serverPid(dataDir)]);
    }
    expect(await first.stop()).toBe(0);
    await ready(second);
    expect(await second.stop()).toBe(0);
    await ready(worker);
    expect(await worker.stop()).toBe(0);
    expect(remaining(dataDir)).toEqual(NONE);
  });

  it('[12.drain-exit] stops with exit code 0 while the database is down, and leaves no process behind', async () => {
    for (const pause of [0, 150, 300]) {
      const service = await start();
      remaining(dataDir).servers.forEach(kill);
      await sleep(pause);
      expect(await service.stop()).toBe(0);
      expect(service.complaints()).toBe('');
      expect(remaining(dataDir)).toEqual(NONE);
    }
  });
});

function start(env: Record<string, string> = {}): Promise<Service> {
  return startService({
    directory,
    env: { PLAN_FREE_DAILY_WRITES: '100000', RATE_LIMIT_PER_MINUTE: '0', ...env },
  });
}

async function caller(service: Service): Promise<Client> {
  return client(service.url, (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim());
}

/** Waits until a process is ready. Every role reports readiness at its metrics address. */
async function ready({ metricsUrl }: Service): Promise<void> {
  while ((await fetch(`${metricsUrl}/health/ready`)).status !== 200) await sleep(40);
}

/** Returns the log lines about the database. */
function notices(service: Service): string[] {
  return logLines(service.output())
    .map(({ level, msg }) => `${String(level)} ${String(msg)}`)
    .filter((line) => line.includes('The database in '));
}

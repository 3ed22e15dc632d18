import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseLink } from '../setup/database-link.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { startService, type Service } from '../setup/service.js';

const HEALTHCHECK = join(import.meta.dirname, '../../dist/src/healthcheck.js');
const RUNNING = { database: 'reachable', migrations: 'applied', process: 'running' };

let database: FreshDatabase;
let link: DatabaseLink;
let service: Service;

async function health(path: string, base = service.url): Promise<[number, unknown]> {
  const answer = await fetch(`${base}/health/${path}`);
  return [answer.status, await answer.json()];
}

async function until(path: string, status: number, base = service.url): Promise<unknown> {
  for (;;) {
    const [found, body] = await health(path, base);
    if (found === status) return body;
    await sleep(50);
  }
}

/** Runs the health check of a container, and returns its exit code. Does not block `link`, which is in this process. */
async function check(env: Record<string, string>): Promise<unknown> {
  const [code] = (await once(spawn(process.execPath, [HEALTHCHECK], { env }), 'exit')) as unknown[];
  return code;
}

beforeAll(async () => {
  database = await freshDatabase();
  link = await DatabaseLink.to(database.url);
});

afterEach(() => link.mend());

afterAll(async () => {
  await link.cut();
  await database.drop();
});

describe('a service', () => {
  beforeAll(async () => {
    service = await startService({ databaseUrl: link.url });
  });

  it('[12.ready] is ready while the database is reachable and its migrations are applied', async () => {
    expect(await health('ready')).toEqual([200, { status: 'ready', ...RUNNING }]);
    expect(await check({ PORT: new URL(service.url).port })).toBe(0);
    expect(await check({ PORT: String(await freePort()) })).toBe(1);
  });

  it('[12.ready] is not ready while the database is unreachable, and becomes ready again afterwards', async () => {
    await link.cut();
    expect(await until('ready', 503)).toEqual({
      status: 'unavailable',
      database: 'unreachable',
      migrations: 'unknown',
      process: 'running',
    });
    await link.mend();
    await until('ready', 200);
  });

  it('[12.ready] is not ready while the database does not answer', async () => {
    await until('ready', 200);
    link.silence();
    expect(await health('ready')).toMatchObject([503, { database: 'unreachable' }]);
  });

  it('[12.live] is live, whether or not the database is reachable', async () => {
    expect(await health('live')).toEqual([200, { status: 'live' }]);
    await link.cut();
    await until('ready', 503);
    expect(await health('live')).toEqual([200, { status: 'live' }]);
  });

  it('forbids caches to store the answer about its readiness', async () => {
    const answer = await fetch(`${service.url}/health/ready`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('[12.ready] is not ready when a migration is missing', async () => {
    await until('ready', 200);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('ALTER TABLE migrations RENAME TO elsewhere');
    expect(await health('ready')).toMatchObject([503, { migrations: 'missing' }]);
    await client.query('ALTER TABLE elsewhere RENAME TO migrations');
    await client.query(`UPDATE migrations SET name = name || '_' WHERE id = 1`);
    expect(await health('ready')).toEqual([
      503,
      { status: 'unavailable', ...RUNNING, migrations: 'missing' },
    ]);
    await client.query(`UPDATE migrations SET name = rtrim(name, '_') WHERE id = 1`);
    await client.end();
  });
});

describe('the health of a worker', () => {
  it('[12.health-worker] is served at the metrics address only', async () => {
    await service.stop();
    const env = { ROLE: 'worker', SHUTDOWN_GRACE_MS: '2000' };
    service = await startService({ databaseUrl: link.url, env });
    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
    expect(await health('live', service.metricsUrl)).toEqual([200, { status: 'live' }]);
    expect(await health('ready', service.metricsUrl)).toMatchObject([200, { status: 'ready' }]);
    expect(await check({ ...env, METRICS_PORT: new URL(service.metricsUrl).port })).toBe(0);
    expect(await check({ ...env, METRICS_PORT: String(await freePort()) })).toBe(1);
    await link.cut();
    expect(await until('ready', 503, service.metricsUrl)).toMatchObject({
      database: 'unreachable',
    });
  });

  it('[12.drain-ready] [12.health-worker] is unavailable after SIGTERM, during the grace period', async () => {
    await until('ready', 200, service.metricsUrl);
    const stopped = service.stop();
    expect(await until('ready', 503, service.metricsUrl)).toMatchObject({
      process: 'shutting down',
    });
    expect(await stopped).toBe(0);
  });
});

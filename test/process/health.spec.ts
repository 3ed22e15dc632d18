import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { FaultProxy } from '../setup/fault-proxy.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { startService } from '../setup/service.js';

const HEALTHCHECK = join(import.meta.dirname, '../../dist/src/healthcheck.js');

/** Runs the health check of a container, and returns its exit code. Does not block `link`, which is in this process. */
async function check(env: Record<string, string>): Promise<unknown> {
  const [code] = (await once(spawn(process.execPath, [HEALTHCHECK], { env }), 'exit')) as unknown[];
  return code;
}

it('[12.health-worker] [12.drain-ready] the health of a worker is served at the metrics address only, and is unavailable without a database and during the grace period', async () => {
  const database = await freshDatabase();
  const link = await FaultProxy.to(database.url);
  const env = { ROLE: 'worker', SHUTDOWN_GRACE_MS: '2000' };
  const worker = await startService({ databaseUrl: link.url, env });
  const health = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${worker.metricsUrl}/health/${path}`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const ready = () => health('ready');
  await expect(fetch(worker.url)).rejects.toThrow('fetch failed');
  expect(await health('live')).toEqual({ status: 200, body: { status: 'live' } });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await check({ ...env, METRICS_PORT: new URL(worker.metricsUrl).port })).toBe(0);
  expect(await check({ ...env, METRICS_PORT: String(await freePort()) })).toBe(1);
  await link.close();
  await expect.poll(ready).toMatchObject({ status: 503, body: { database: 'unreachable' } });
  await link.open();
  await expect.poll(ready).toMatchObject({ status: 200 });
  const stopped = worker.stop();
  await expect.poll(ready).toMatchObject({ status: 503, body: { process: 'shutting down' } });
  expect(await stopped).toBe(0);
  await link.close();
  await database.drop();
});

it('[12.ready] the health check of a container asks the service at PORT', async () => {
  expect(await check({ PORT: new URL(inject('all').urls[0]!).port })).toBe(0);
  expect(await check({ PORT: String(await freePort()) })).toBe(1);
});

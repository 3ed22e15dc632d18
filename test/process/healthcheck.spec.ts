import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { startService } from '../setup/service.js';

const HEALTHCHECK = join(import.meta.dirname, '../../dist/src/healthcheck.js');

const database = await freshDatabase();
afterAll(() => database.drop());

const check = (env: Record<string, string>): number | null =>
  spawnSync(process.execPath, [HEALTHCHECK], { env, timeout: 60_000 }).status;

describe('the health check of a container', () => {
  it('[12.ready] succeeds only while an API process is ready at PORT', async () => {
    const service = await startService({ databaseUrl: database.url, env: { ROLE: 'api' } });
    const env = { ROLE: 'api', PORT: new URL(service.url).port };
    expect(check(env)).toBe(0);
    await service.stop();
    expect(check(env)).toBe(1);
  });

  it('[12.health-worker] succeeds only if a worker is ready at METRICS_PORT', async () => {
    const worker = await startService({ databaseUrl: database.url, env: { ROLE: 'worker' } });
    expect(check({ ROLE: 'worker', METRICS_PORT: new URL(worker.metricsUrl).port })).toBe(0);
    expect(check({ ROLE: 'worker', METRICS_PORT: String(await freePort()) })).toBe(1);
    await worker.stop();
  });
});

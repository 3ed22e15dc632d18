import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { remaining, until } from '../embedded/processes.js';
import { startService } from '../setup/service.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
const NONE = { supervisors: [], servers: [] };

const directory = await mkdtemp(join(tmpdir(), 'imprimatur-embedded-'));
const dataDir = join(directory, '.data');

afterAll(() => rm(directory, { recursive: true, maxRetries: 20 }));

describe('a service with the embedded database', () => {
  it('[12.drain-exit] that gets SIGTERM while it starts leaves no process behind', async () => {
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

  it('[11.database-url] [12.drain-exit] stops with exit code 0 and without a warning in its log, and leaves no process behind', async () => {
    const service = await startService({ directory });
    expect(remaining(dataDir).servers.length).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    expect(remaining(dataDir)).toEqual(NONE);
    expect(service.output() + service.complaints()).not.toMatch(/"level":"(warn|error|fatal)"/);
    expect(service.complaints()).toBe('');
  });
});

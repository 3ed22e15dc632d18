import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { isRunning } from '../embedded/processes.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { type Service, startService } from '../setup/service.js';
import { logLines } from './log-lines.js';

/**
 * Number of requests. Each request logs about 300 bytes. All requests together log more than the pipe, this process
 * and the buffer of the service can hold.
 */
const REQUESTS = 8_000;
const AT_ONCE = 50;

const database = await freshDatabase();
afterAll(() => database.drop());

/** Starts a service, whose output is not read from then on. */
async function startUnread(): Promise<Service> {
  const service = await startService({ databaseUrl: database.url, env: { ROLE: 'api' } });
  service.readOutput(false);
  return service;
}

/** Sends enough requests to fill all buffers of the log, and returns the statuses. */
async function flood({ url }: Service): Promise<number[]> {
  const statuses: number[] = [];
  const requests = Array.from({ length: AT_ONCE }, async (_, caller) => {
    for (let number = caller; number < REQUESTS; number += AT_ONCE) {
      const headers = { 'X-Request-Id': `${'x'.repeat(120)}-${number}` };
      const answer = await fetch(`${url}/health/live`, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  });
  await Promise.all(requests);
  return statuses;
}

describe('a reader of the log that stalls', () => {
  it('[12.stalled-log] does not stop answers; the lines that it misses are dropped, and their number is logged when it reads again', async () => {
    const service = await startUnread();
    expect(new Set(await flood(service))).toEqual(new Set([200]));
    service.readOutput(true);
    while (!service.output().includes('"dropped":')) await sleep(20);
    await service.stop();
    const lines = logLines(service.output());
    const dropped = lines.reduce((sum, line) => sum + Number(line['dropped'] ?? 0), 0);
    const told = lines.filter((line) => line['route'] === '/health/live').length;
    expect(dropped).toBeGreaterThan(0);
    expect(told + dropped).toBe(REQUESTS);
  });

  it('[12.stalled-log] does not delay the exit of the service', async () => {
    const service = await startUnread();
    await flood(service);
    const asked = performance.now();
    process.kill(service.pid, 'SIGTERM');
    while (isRunning(service.pid)) await sleep(20);
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(await service.stop()).toBe(0);
  });
});

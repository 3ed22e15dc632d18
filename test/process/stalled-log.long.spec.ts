import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { logLines } from './log-lines.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
/**
 * Number of requests. Each request logs about 300 bytes. All requests together log more than the pipe, this process
 * and the buffer of the service can hold.
 */
const REQUESTS = 8_000;
const AT_ONCE = 50;

const database = await freshDatabase();
afterAll(() => database.drop());

interface Unread {
  readonly url: string;
  readonly child: ChildProcessByStdio<null, Readable, null>;
}

/** Starts a service without reading its stdout. */
async function startUnread(): Promise<Unread> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      PORT: String(port),
      METRICS_PORT: '0',
      ROLE: 'api',
      SHUTDOWN_GRACE_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return { url, child };
    await sleep(50);
  }
}

/** Sends enough requests to fill all buffers of the log, and returns the statuses. */
async function flood(url: string): Promise<number[]> {
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
    const { url, child } = await startUnread();
    const statuses = await flood(url);
    expect(new Set(statuses)).toEqual(new Set([200]));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    while (!output.includes('"dropped":')) await sleep(20);
    child.kill('SIGTERM');
    await once(child, 'close');
    const lines = logLines(output);
    const dropped = lines.reduce((sum, line) => sum + Number(line['dropped'] ?? 0), 0);
    const told = lines.filter((line) => line['route'] === '/health/live').length;
    expect(dropped).toBeGreaterThan(0);
    expect(told + dropped).toBe(REQUESTS);
  });

  it('[12.stalled-log] does not delay the exit of the service', async () => {
    const { url, child } = await startUnread();
    await flood(url);
    const asked = performance.now();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(5_000);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { kill, postmasters, remaining, serverPid, until } from '../embedded/processes.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type Service, startService } from '../setup/service.js';
import { logLines } from './log-lines.js';

const NONE = { supervisors: [], servers: [] };
const WRITERS = 6;

const directory = await mkdtemp(join(tmpdir(), 'imprimatur-lost-'));
const dataDir = join(directory, '.data');

afterAll(() => rm(directory, { recursive: true, maxRetries: 20 }));

describe('a service whose embedded database is killed', () => {
  it.each([
    ['server alone', () => kill(serverPid(dataDir))],
    ['server with all its processes', () => remaining(dataDir).servers.forEach(kill)],
  ])(
    '[6.unavailable] [6.unavailable-recovers] answers 503 until the database is back, and loses no accepted write: %s',
    async (_what, fell) => {
      const service = await start();
      const writers = new Writers(await caller(service));
      await until(() => writers.accepted.length >= 20);
      fell();
      await until(() => writers.refused.length > 0);
      const before = writers.accepted.length;
      await until(() => writers.accepted.length >= before + 20);
      await writers.stop();
      await ready(service);
      for (const refusal of writers.refused) {
        expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(refusal.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
      }
      const api = await caller(service);
      for (const id of writers.accepted) expect((await api.read(id)).status).toBe(200);
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
      const writers = await Promise.all(
        [first, second].map(async (s) => new Writers(await caller(s))),
      );
      await until(() => writers.every(({ accepted }) => accepted.length >= 5));
      remaining(dataDir).servers.forEach(kill);
      await until(() => writers.every(({ refused }) => refused.length > 0));
      const before = writers.map(({ accepted }) => accepted.length);
      await until(() => writers.every(({ accepted }, i) => accepted.length >= before[i]! + 5));
      await Promise.all(writers.map((each) => each.stop()));
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
  return startService({ directory, env: { PLAN_FREE_DAILY_WRITES: '100000', ...env } });
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

/** Pause between two writes of a client, in ms. The pause leaves processor time for the restart of the database. */
const PAUSE_MS = 10;

/** Clients that send new writes until `stop`, and record the answers. */
class Writers {
  readonly accepted: string[] = [];
  readonly refused: Answer[] = [];
  private stopped = false;
  private readonly all: Promise<unknown>;

  constructor(private readonly api: Client) {
    this.all = Promise.all(Array.from({ length: WRITERS }, () => this.work()));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.all;
  }

  private async work(): Promise<void> {
    while (!this.stopped) {
      const written = await this.api.create(newDocument());
      if (written.status === 201) this.accepted.push(written.body.id);
      else this.refused.push(written);
      await sleep(PAUSE_MS);
    }
  }
}

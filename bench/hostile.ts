import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { callerOf } from './caller.js';
import { BenchDatabase } from './database.js';
import { type HostileBody, outOfBounds, withinBounds } from './hostile/bodies.js';
import type { ProbeData } from './hostile/probe.js';
import { freePort, startServer } from './server.js';
import { SERVICE } from './stage.js';

/** Bodies in flight at once, and what may become of the service meanwhile. */
const IN_FLIGHT = 20;
const MAX_GAP_MS = 100;
const MAX_GROWTH_MIB = 100;

const residentMib = (pid: number): number => {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
};

interface Service {
  readonly origin: string;
  readonly pid: number;
  readonly key: string;
}

/** Keeps `IN_FLIGHT` bodies on their way, each with its own, and counts the answers by status. */
async function send({ origin, key }: Service, bodies: readonly HostileBody[], until: number) {
  const statuses = new Map<number, number>();
  let bytes = 0;
  let next = 0;
  const sender = async (): Promise<void> => {
    while (performance.now() < until) {
      const body = bodies[next % bodies.length]!;
      next += 1;
      const answer = await fetch(origin + body.path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'hostile',
        },
        body: body.bytes,
      });
      bytes += (await answer.arrayBuffer()).byteLength;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
  return { statuses, bytes };
}

/** Sends bodies for so long, and says what became of the service. */
async function measure(
  service: Service,
  bodies: readonly HostileBody[],
  milliseconds: number,
): Promise<{ readonly longest: number; readonly growth: number; readonly report: string }> {
  const seen = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
  const data: ProbeData = { address: `${service.origin}/health/live`, seen };
  const probe = new Worker(new URL('hostile/probe.js', import.meta.url), { workerData: data });
  /** What was seen since it was last asked. */
  const gaps = () => {
    const [probes = 0, refused = 0, longest = 0] = seen;
    seen.fill(0);
    return { probes, refused, longest };
  };
  await sleep(1_000);
  // The first probe opens its connection.
  gaps();
  await sleep(milliseconds / 4);
  const alone = gaps();
  const before = residentMib(service.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMib(service.pid))), 20);
  const { statuses, bytes } = await send(service, bodies, performance.now() + milliseconds);
  clearInterval(watch);
  const { longest, probes, refused } = gaps();
  await probe.terminate();
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return {
    longest,
    growth: peak - before,
    report: [
      `${bodies.length} different bodies of 4 MiB, ${IN_FLIGHT} in flight: ${sent} sent`,
      `answers: ${answers}; ${Math.round(bytes / sent)} bytes each`,
      `longest health probe: ${alone.longest.toFixed(0)} ms alone (${alone.probes} probes), ${longest.toFixed(0)} ms beside them (${probes} probes, ${refused} refused)`,
      `memory: ${before.toFixed(0)} MiB before, ${(peak - before).toFixed(0)} MiB more at most`,
    ].join('\n'),
  };
}

/** Both kinds of bodies, those first that are refused before they are parsed. */
async function measureBoth(service: Service, seconds: number): Promise<boolean> {
  const refused = await measure(service, outOfBounds(), seconds * 1_000);
  process.stdout.write(`Out of bounds\n${refused.report}\n\n`);
  const parsed = await measure(service, withinBounds(), seconds * 1_000);
  process.stdout.write(`Within bounds\n${parsed.report}\n`);
  const longest = Math.max(refused.longest, parsed.longest);
  return longest <= MAX_GAP_MS && refused.growth <= MAX_GROWTH_MIB;
}

/** Sends hostile bodies to a service of its own, and tells how long others wait and what it takes. */
async function hostile(seconds: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-hostile-'));
  const database = await BenchDatabase.open(directory);
  const { key } = await callerOf(database.template);
  const port = await freePort();
  const server = await startServer({
    port,
    directory,
    command: SERVICE,
    env: {
      DATABASE_URL: await database.copy('hostile'),
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_GRACE_MS: '0',
      ROLE: 'api',
    },
    readyPath: '/health/ready',
  });
  try {
    if (!(await measureBoth({ ...server, key }, seconds))) process.exitCode = 1;
  } finally {
    await server.stop();
    await database.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  }
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
if (!(Number(values.seconds) > 0)) throw new Error('--seconds is a number above 0.');
await hostile(Number(values.seconds));
import 'reflect-metadata';

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callerOf } from './caller.js';
import { BenchDatabase } from './database.js';
import type { Probe, Probes, ProbeWish } from './hostile/probe.js';
import type { Answers, SenderWish } from './hostile/sender.js';
import { freePort, startServer } from './server.js';
import { SERVICE } from './stage.js';

/** Number of bodies in flight, limit for the processor time during a probe, and limit for the growth of memory. */
const IN_FLIGHT = 20;
const MAX_COMPUTED_MS = 100;
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

/** Starts a part of the bench in a process of its own, so that other parts do not delay this part. */
const begin = (file: string, wish: ProbeWish | SenderWish): ChildProcess => {
  const child = fork(join(import.meta.dirname, 'hostile', file));
  child.send(wish);
  return child;
};

const told = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await once(child, 'message')) as [T];
  return message;
};

/** Returns the results of the probe since the last call. */
function probes(probe: ChildProcess): Promise<Probes> {
  probe.send('tell');
  return told(probe);
}

const ms = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;
const inWords = ({ wall, computed, waited }: Probe): string =>
  `${ms(wall)} (the service computed ${ms(computed)} of it, waited ${ms(waited)} for a processor)`;

/** Sends bodies, and reports the delays of health checks and the memory of the service. */
async function measure(
  { origin, pid, key }: Service,
  kind: SenderWish['kind'],
  milliseconds: number,
): Promise<{ readonly computed: number; readonly growth: number; readonly report: string }> {
  const probe = begin('probe.js', { address: `${origin}/health/live`, pid });
  // The probes of the first second open the connection and do not count.
  await sleep(1_000);
  await probes(probe);
  await sleep(milliseconds / 4);
  const alone = await probes(probe);
  const before = residentMib(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMib(pid))), 20);
  const sender = begin('sender.js', { kind, origin, key, inFlight: IN_FLIGHT, milliseconds });
  const { bodies, sent, bytes, statuses } = await told<Answers>(sender);
  clearInterval(watch);
  const beside = await probes(probe);
  probe.kill();
  const answers = statuses.map(([status, count]) => `${count} × ${status}`).join(', ');
  return {
    computed: beside.busiest.computed,
    growth: peak - before,
    report: [
      `${bodies} different bodies of 3 MiB, ${IN_FLIGHT} in flight: ${sent} sent`,
      `answers: ${answers}; ${Math.round(bytes / sent)} bytes each`,
      `health probes: ${alone.answers} alone, ${beside.answers} beside them, ${beside.refused} refused`,
      `longest alone: ${inWords(alone.longest)}`,
      `longest during them: ${inWords(beside.longest)}`,
      `most computed during them: ${inWords(beside.busiest)}`,
      `memory: ${before.toFixed(0)} MiB before, ${(peak - before).toFixed(0)} MiB more at most`,
    ].join('\n'),
  };
}

/** Measures both kinds of bodies. Returns false if a limit was exceeded. */
async function measureBoth(service: Service, seconds: number): Promise<boolean> {
  const refused = await measure(service, 'outOfBounds', seconds * 1_000);
  process.stdout.write(`Out of bounds\n${refused.report}\n\n`);
  const parsed = await measure(service, 'withinBounds', seconds * 1_000);
  process.stdout.write(`Within bounds\n${parsed.report}\n`);
  const computed = Math.max(refused.computed, parsed.computed);
  return computed <= MAX_COMPUTED_MS && refused.growth <= MAX_GROWTH_MIB;
}

/** Sends hostile bodies to a new service, and prints the delays of health checks and the memory. */
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

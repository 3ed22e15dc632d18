import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOfTree } from './cpu.js';
import { seeded } from './documents.js';
import { Connection } from './load.js';
import { CALLERS } from './phases/phase.js';
import { whole } from './report.js';
import { coursesOf, type Sample } from './soak/course.js';
import { drivePaced } from './soak/pace.js';
import { soakPlot } from './soak/plot.js';
import { probe } from './soak/probe.js';
import { soakReport } from './soak/report.js';
import { openSoakStage, type SoakStage } from './soak/stage.js';
import { Workload } from './soak/workload.js';

const OUTPUT = join(import.meta.dirname, 'soak');
const SAMPLE_MS = 10_000;
/** Minimum number of samples, so that the plot of a short run also shows lines. */
const MIN_SAMPLES = 18;

/** Takes samples with pauses of `every` ms until the signal aborts. */
async function watch(stage: SoakStage, every: number, signal: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = [];
  const started = performance.now();
  while (!signal.aborted) {
    const readings = await probe(stage);
    samples.push({ hours: (performance.now() - started) / 3_600_000, readings });
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

/** Drives the service at one rate for a long time, and reports the course and trend of each figure. */
async function soak(minutes: number, seed: number, rate: number): Promise<void> {
  const milliseconds = minutes * 60_000;
  const stage = await openSoakStage();
  const connections = Array.from({ length: CALLERS }, () => new Connection(stage.target.origin));
  try {
    const workload = new Workload(stage.target, seeded(seed));
    await workload.prepare(connections[0]!);
    const end = new AbortController();
    const cpu = () => cpuOfTree(stage.target.pid) + cpuOfTree(stage.databasePid);
    const cpuBefore = cpu();
    const watched = watch(stage, Math.min(SAMPLE_MS, milliseconds / MIN_SAMPLES), end.signal);
    const paced = drivePaced(connections, () => workload.next(), rate, milliseconds);
    const { deeds, failures, latest } = await paced.finally(() => end.abort());
    const cores = (cpu() - cpuBefore) / milliseconds;
    const samples = await watched;
    const sent = connections.reduce((sum, connection) => sum + connection.sent, 0);
    const courses = coursesOf(samples);
    const facts = {
      Node: process.version,
      time: `${minutes} min, ${samples.length} samples, seed ${seed}`,
      load: `${whole(deeds)} operations, ${rate} a second, at most ${whole(latest)} ms late; ${whole(sent)} requests`,
      CPU: `${cores.toFixed(2)} cores, PostgreSQL included`,
      'answers that were not the expected ones': [
        String(failures.length),
        ...failures.slice(0, 3),
      ].join('; '),
    };
    const text = soakReport(facts, courses);
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(join(OUTPUT, 'soak.md'), text);
    writeFileSync(join(OUTPUT, 'soak.svg'), soakPlot(courses));
    process.stdout.write(`${text}\nWritten to ${OUTPUT}.\n`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await stage.close();
  }
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '80' },
  },
});
const [minutes, seed, rate] = [values.minutes, values.seed, values.rate].map(Number);
if (!(minutes! > 0 && rate! > 0 && Number.isInteger(seed))) {
  throw new Error('--minutes and --rate are numbers above 0, --seed is a whole number.');
}
await soak(minutes!, seed!, rate!);

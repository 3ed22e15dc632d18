import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chart } from './chart.js';
import { peakMemoryOfTree } from './cpu.js';
import { compare, type Comparison, type Extent } from './measure.js';
import { PHASES } from './phases/phases.js';
import { stock } from './phases/stock.js';
import { report } from './report.js';
import { openStage } from './stage.js';

const WHOLE: Extent = { rounds: 5, seconds: 2, warmUpSeconds: 1.5 };
const QUICK: Extent = { rounds: 2, seconds: 0.8, warmUpSeconds: 0.4 };
const OUTPUT = join(import.meta.dirname, 'performance');

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, phase: { type: 'string' } },
});
const extent = values.quick ? QUICK : WHOLE;
const phases = PHASES.filter(({ name }) => name.startsWith(values.phase ?? ''));

const loadBefore = load();
const stage = await openStage();
try {
  const { service, api, floor } = stage.targets;
  for (const target of [service, api, floor]) await stock(target);
  await stage.database.checkpoint();
  const comparisons: Comparison[] = [];
  for (const phase of phases) {
    progress(phase.name);
    comparisons.push(await compare(stage, phase, extent));
  }
  const text = report({
    facts: {
      Node: process.version,
      PostgreSQL: await stage.database.version(),
      machine: `${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}`,
      'load of the machine (1, 5, 15 minutes)': `${loadBefore} before, ${load()} after`,
      rounds: `${extent.rounds} of ${extent.seconds} s a side, medians`,
    },
    comparisons,
    memory: { service: peakMemoryOfTree(service.pid), floor: peakMemoryOfTree(floor.pid) },
  });
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(join(OUTPUT, 'performance.md'), text);
  writeFileSync(join(OUTPUT, 'performance.svg'), chart(comparisons));
  process.stdout.write(`${text}\nWritten to ${OUTPUT}.\n`);
} finally {
  await stage.close();
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
}

/** To stderr: stdout is the report alone. */
function progress(phase: string): void {
  process.stderr.write(`${phase} …\n`);
}

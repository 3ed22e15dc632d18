import { cpus, loadavg } from 'node:os';
import { peakMemoryOfTree } from './cpu.js';
import { compare, type Comparison, type Extent } from './measure.js';
import type { Phase } from './phases/phase.js';
import { stock } from './phases/stock.js';
import type { Run } from './report.js';
import { openStage } from './stage.js';

/** Measures the phases on the service, on the floor and on plain Nest. */
export async function runComparison(phases: readonly Phase[], extent: Extent): Promise<Run> {
  const loadBefore = load();
  const stage = await openStage();
  try {
    const { service, floor, nest } = stage.targets;
    for (const target of Object.values(stage.targets)) await stock(target);
    await stage.database.checkpoint();
    const comparisons: Comparison[] = [];
    for (const phase of phases) {
      // Progress goes to stderr, because stdout contains only the report.
      process.stderr.write(`${phase.name} …\n`);
      comparisons.push(await compare(stage, phase, extent));
    }
    return {
      facts: {
        Node: process.version,
        PostgreSQL: await stage.database.version(),
        machine: `${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}`,
        'load of the machine over 1, 5 and 15 minutes': `${loadBefore} before, ${load()} after`,
        rounds: `${extent.rounds} of ${extent.seconds} s a side, medians`,
      },
      comparisons,
      memory: {
        service: peakMemoryOfTree(service.pid),
        floor: peakMemoryOfTree(floor.pid),
        nest: peakMemoryOfTree(nest.pid),
      },
    };
  } finally {
    await stage.close();
  }
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
}

/**
 * The fault campaign by hand: `npm run campaign -- --rounds 200 --seed 1`. The same seed deals the
 * same faults in the same order, gives every client the same chances and makes up the same requests.
 * The rounds, the flood, the races at the desk and the timing of keys come first; at the end faults of our own are
 * planted. With `--fault failover` there are only the rounds, and only faults whose names have that in common.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', default: '' },
  },
});
const { fault } = values;
const plan = { rounds: Number(values.rounds), seed: Number(values.seed), fault };
if (!Number.isInteger(plan.rounds) || plan.rounds < 1 || !Number.isInteger(plan.seed)) {
  process.stderr.write('--rounds and --seed are whole numbers, and there is at least one round.\n');
  process.exit(2);
}

await startVitest('test', fault ? ['long.campaign'] : [], {
  watch: false,
  project: 'campaign',
  fileParallelism: false,
  disableConsoleIntercept: true,
  provide: { plan },
});

if (!fault) {
  const planted = spawnSync(process.execPath, [join(import.meta.dirname, 'mutations.mjs')], {
    stdio: 'inherit',
  });
  // A failed test has set the exit code by now.
  if (planted.status !== 0) process.exitCode = 1;
}

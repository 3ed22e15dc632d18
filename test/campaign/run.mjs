/**
 * Runs the campaign: `npm run campaign -- --rounds 200 --seed 1`. The same seed gives the same faults in the same
 * order, the same random numbers for each client, and the same generated requests. Runs every `*.campaign.ts` (rounds
 * with faults, two clocks, the flood of generated requests, races between decisions, the timing of keys), and then
 * `mutations.mjs`. With `--fault failover`, runs only rounds, and leaves out the faults without `failover` in their
 * names.
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
  // If a test failed, the exit code is already set.
  if (planted.status !== 0) process.exitCode = 1;
}

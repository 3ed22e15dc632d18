/**
 * Runs the campaign: `npm run campaign -- --rounds 200 --seed 1`. With the same seed, the faults, their order, the
 * random numbers of each client and the made-up requests are the same. Runs every `*.campaign.ts` (rounds, flood,
 * made-up searches, races at the desk, timing of keys), and then `mutations.mjs`. With `--fault failover`, runs only
 * rounds, and only with faults whose names contain `failover`.
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

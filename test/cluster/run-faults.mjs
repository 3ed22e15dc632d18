/**
 * Injects faults into the cluster of deploy/cluster: `npm run cluster:faults -- --rounds 11 --fault etcd`, as root. The
 * rounds take the faults in turn. With `--fault etcd`, the rounds take only faults with `etcd` in their names.
 */
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '11' },
    fault: { type: 'string', default: '' },
  },
});
const plan = { rounds: Number(values.rounds), seed: 1, fault: values.fault };
if (!Number.isInteger(plan.rounds) || plan.rounds < 1) {
  process.stderr.write('--rounds is a whole number of 1 or more.\n');
  process.exit(2);
}

await startVitest('test', [], {
  watch: false,
  project: 'cluster',
  fileParallelism: false,
  disableConsoleIntercept: true,
  provide: { plan },
});

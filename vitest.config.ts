import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.js';
import { SecondTries } from './test/setup/second-tries.js';

/** Tests that take minutes, such as those with large databases: `npm run test:long`. `.ci/run` runs them, too. */
const LONG = 'test/**/*.long.spec.ts';
/** Started by hand, with the number of rounds: `npm run campaign`. */
const CAMPAIGN = 'test/**/*.campaign.ts';
/** Started by hand, as root: `npm run cluster:faults`. */
const CLUSTER_FAULTS = 'test/cluster/*.faults.ts';
const WITHOUT_DATABASE = 'test/unit/**/*.spec.ts';

/** Files share loaded modules, because loading the service for each file took more time than its tests. */
const shared = {
  isolate: false,
  // Tests start real processes, on machines that may be busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Time limit of `expect.poll`, also for busy machines.
  expect: { poll: { timeout: 20_000 } },
};
/**
 * The file in which `.ci/run` lists tests that failed and passed at a second try. Without it, no test gets a second
 * try. A test that timed out gets none, because a second try would take too much time.
 */
const secondTries = process.env['SECOND_TRIES'];
const withDatabase = {
  ...shared,
  retry: { count: secondTries === undefined ? 0 : 1, condition: /^(?!Test timed out)/ },
  globalSetup: ['test/setup/whole-run.ts'],
  setupFiles: ['test/setup/each-file.ts'],
};

/** Long tests wait most, so a busy machine delays them most. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One more than the two processors of the usual machine, because tests often wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(secondTries === undefined ? [] : [new SecondTries(secondTries)])],
    projects: [
      {
        test: {
          ...withDatabase,
          name: 'service',
          include: ['test/**/*.spec.ts'],
          exclude: [...configDefaults.exclude, WITHOUT_DATABASE, LONG],
        },
      },
      {
        test: {
          ...shared,
          name: 'unit',
          include: [WITHOUT_DATABASE],
          exclude: [...configDefaults.exclude, LONG],
        },
      },
      { test: { ...withDatabase, ...patient, name: 'long', include: [LONG] } },
      { test: { ...withDatabase, name: 'campaign', include: [CAMPAIGN] } },
      { test: { ...shared, name: 'cluster', include: [CLUSTER_FAULTS] } },
    ],
  },
});

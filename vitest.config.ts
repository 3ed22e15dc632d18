import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.js';
import { SecondTries } from './test/setup/second-tries.js';

/** Tests that take minutes, for example with large databases: `npm run test:long`. `.ci/run long` runs them, too. */
const LONG = 'test/**/*.long.spec.ts';
/** Campaigns, which are started by hand with a number of rounds: `npm run campaign`. */
const CAMPAIGN = 'test/**/*.campaign.ts';
/** Faults of a cluster, which are started by hand as root: `npm run cluster:faults`. */
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
 * Path of the file that lists the tests that failed and then passed at a second try; `.ci/run` sets it. Without
 * this path, no test gets a second try. A test that timed out gets none either, because a second try would take too
 * much time.
 */
const secondTries = process.env['SECOND_TRIES'];
const withDatabase = {
  ...shared,
  retry: { count: secondTries === undefined ? 0 : 1, condition: /^(?!Test timed out)/ },
  globalSetup: ['test/setup/whole-run.ts'],
  setupFiles: ['test/setup/each-file.ts'],
};

/** Time limits of long tests. These tests wait most, so a busy machine delays them most. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One worker more than the usual machine has processors (two), because tests often wait.
    maxWorkers: 3,
    globalSetup: ['test/setup/temporary-folder.ts'],
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

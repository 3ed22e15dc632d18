import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.js';
import { SecondTries } from './test/setup/second-tries.js';

/** Campaigns, large databases, time-outs of minutes: `npm run test:long`, which `.ci/run` runs too. */
const LONG = 'test/**/*.long.spec.ts';
/** By hand, and told how long: `npm run campaign`. */
const CAMPAIGN = 'test/**/*.campaign.ts';
/** By hand, as root: `npm run cluster:faults`. */
const CLUSTER_FAULTS = 'test/cluster/*.faults.ts';
const WITHOUT_DATABASE = 'test/unit/**/*.spec.ts';

/** Modules are kept from file to file: loading the service anew for each took more time than its tests. */
const shared = {
  isolate: false,
  // Generous: tests start real processes, on machines that may be busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Of `expect.poll`: what comes to pass in the end is waited for, however busy the machine.
  expect: { poll: { timeout: 20_000 } },
};
/**
 * Where `.ci/run` wants to be told of tests that failed and passed at a second try; nobody else gets one. What hangs
 * gets none either: it would take the time of the run.
 */
const secondTries = process.env['SECOND_TRIES'];
const withDatabase = {
  ...shared,
  retry: { count: secondTries === undefined ? 0 : 1, condition: /^(?!Test timed out)/ },
  globalSetup: ['test/setup/whole-run.ts'],
  setupFiles: ['test/setup/each-file.ts'],
};

/** Those who wait most would else be the first to whom a busy machine gives too little. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // One more than the processors that it is meant for: tests wait for time-outs much of the time.
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

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/setup/postgres.ts'],
    include: ['test/**/*.spec.ts'],
    // Generous: tests start real processes, on machines that may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});

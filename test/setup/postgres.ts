import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrations.js';
import type { TestProject } from 'vitest/node';

/**
 * One real PostgreSQL for the whole run, thrown away at its end, so it need not survive a power cut;
 * each test file copies the migrated template (22 ms).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-test-'));
  const postgres = await openEmbeddedPostgres(directory, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  });
  await migrate(postgres.url);
  project.provide('templateUrl', postgres.url);
  return async () => {
    await postgres.close();
    await rm(directory, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated, empty database that test files copy; nobody may stay connected to it. */
    templateUrl: string;
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrations.js';
import { LISTED_ORIGIN } from './desk.js';
import { createDatabase } from './fresh-database.js';
import { startService, stopServices } from './service.js';

/** Addresses of the services that spec files share, and the database of these services. */
export interface SharedServices {
  readonly databaseUrl: string;
  /** One address for `all`, and two addresses for `api`. Some tests need two processes on one database. */
  readonly urls: readonly string[];
  /** The address of the metrics of the first service. */
  readonly metricsUrl: string;
}

/** No rate limit. All spec files call from one address, and the service limits failed authentications per address. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '0' };

/**
 * Starts one PostgreSQL for the whole run, and the services that most spec files share, because each start takes a
 * second. The durability of PostgreSQL is off, because the run deletes its data at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-test-'));
  const postgres = await EmbeddedPostgres.open(directory, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  await migrate(postgres.url);
  const start = async (role: string, processes: number): Promise<SharedServices> => {
    const { url: databaseUrl } = await createDatabase(postgres.url);
    const env = { ...UNLIMITED, MCP_ALLOWED_ORIGINS: LISTED_ORIGIN, ROLE: role };
    const services = await Promise.all(
      Array.from({ length: processes }, () => startService({ databaseUrl, env })),
    );
    const { metricsUrl } = services[0]!;
    return { databaseUrl, urls: services.map(({ url }) => url), metricsUrl };
  };
  const [all, api] = await Promise.all([start('all', 1), start('api', 2)]);
  project.provide('templateUrl', postgres.url);
  project.provide('all', all);
  project.provide('api', api);
  return async () => {
    try {
      // `stopServices` rejects if a service wrote a key into its output. Without the exit code below, Vitest would only
      // log this error, and the run would pass.
      await stopServices();
    } catch (error) {
      process.exitCode = 1;
      throw error;
    } finally {
      await postgres.close();
      await rm(directory, { recursive: true, force: true });
    }
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The migrated, empty database that test files copy. Copying fails while a connection to this database is open.
     */
    templateUrl: string;
    /** A service with a worker, which carries out releases. */
    all: SharedServices;
    /** Services on a database without a worker. Without a worker, an accepted release stays in flight. */
    api: SharedServices;
  }
}

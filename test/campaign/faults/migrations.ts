import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATION_NAMES, migrationState } from '../../../src/platform/database/migrations.js';
import { sql } from '../../setup/sql.js';
import type { Fault } from './fault.js';

const CLI = join(import.meta.dirname, '../../../dist/src/cli.js');

/**
 * Runs `db migrate` in a child process, and kills the process if it still runs after `patienceMs`. Resolves when
 * the process has ended.
 */
async function migrate(databaseUrl: string, patienceMs: number): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [CLI, 'db', 'migrate'], {
    cwd: tmpdir(),
    env,
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Statements that delay each DDL command by 50 ms, so that a kill is likely to interrupt a migration. */
const SLOWLY = `
  CREATE FUNCTION linger() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); END';
  CREATE EVENT TRIGGER linger ON ddl_command_end EXECUTE FUNCTION linger()`;

export const MIGRATIONS: readonly Fault[] = [
  {
    name: 'kill -9 during a migration',
    inject: async ({ database }, random) => {
      const url = new URL(database.url);
      const name = `migrated_${random.whole(1, 1_000_000_000)}`;
      await sql(database.url, `CREATE DATABASE ${name}`);
      url.pathname = `/${name}`;
      await sql(url.href, SLOWLY);
      await migrate(url.href, random.whole(600, 2_500));
      await migrate(url.href, random.whole(600, 2_500));
      await Promise.all([migrate(url.href, 60_000), migrate(url.href, 60_000)]);
      const { applied, pending } = await migrationState(url.href);
      await sql(database.url, `DROP DATABASE ${name} WITH (FORCE)`);
      if (pending.length > 0 || applied.join() !== MIGRATION_NAMES.join()) {
        throw new Error(`After the migration: ${applied.join()}; missing: ${pending.join()}`);
      }
    },
  },
];

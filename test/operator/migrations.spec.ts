import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertCurrent, SchemaOutdated } from '../../src/platform/database/migration-state.js';
import { migrate, migrationState } from '../../src/platform/database/migrations.js';
import { sql } from '../setup/sql.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';

const LEFT = `
  SELECT (SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
           WHERE locktype = 'advisory' AND datname = current_database()) AS locks,
         (SELECT count(*) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()) AS connections`;

describe('migrating', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
  });

  afterAll(() => database?.drop());

  it('applies each migration once, even if three calls migrate at the same time', async () => {
    const { pending } = await migrationState(database.url);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(applied.flat()).toEqual(pending);
    expect(await migrationState(database.url)).toEqual({ applied: pending, pending: [] });
  });

  it('leaves no lock and no connection behind', async () => {
    // After the end of a connection, PostgreSQL lists the connection until the server notices the end.
    await expect.poll(() => sql(database.url, LEFT)).toEqual([{ locks: '0', connections: '0' }]);
  });

  it('is requested, with its command, while a migration is pending', () => {
    expect(() => assertCurrent({ applied: [], pending: ['One', 'Two'] })).toThrow(SchemaOutdated);
    expect(() => assertCurrent({ applied: [], pending: ['One'] })).toThrow(
      /^The database lacks 1 migration: run "node \S*src\/cli\.js db migrate" first\.$/,
    );
    expect(() => assertCurrent({ applied: ['One'], pending: [] })).not.toThrow();
  });
});

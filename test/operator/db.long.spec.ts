import { exec } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../setup/sql.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { Cli, CliProcess } from '../setup/cli.js';

interface Schema {
  applied: string[];
  pending: string[];
}

describe('the schema of a database', () => {
  let database: FreshDatabase;
  let cli: Cli;

  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
    cli = new Cli({ DATABASE_URL: database.url });
  });

  afterAll(() => database?.drop());

  it('is shown without being changed, with the command that migrates it [10.db-status] [12.command-line]', async () => {
    const { status, stdout, stderr } = await cli.run('db', 'status', '--json');
    const { applied, pending }: Schema = JSON.parse(stdout);
    expect(applied).toEqual([]);
    expect(pending.length).toBeGreaterThan(0);
    expect(status).toBe(1);
    const [, command] = /^imprimatur: .*"(node \S*dist\/src\/cli\.js db migrate)".*\n$/.exec(
      stderr,
    )!;
    const { stdout: help } = await promisify(exec)(`${command} --help`);
    expect(help).toContain('Usage: imprimatur db migrate');
    expect(
      await sql(database.url, 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()'),
    ).toEqual([]);
  });

  it('must be migrated before any other command works [10.exit-refused]', async () => {
    const { status, stdout, stderr } = await cli.run('accounts', 'list');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^imprimatur: .*"node \S*dist\/src\/cli\.js db migrate".*\n$/);
  });

  it('is migrated once, even by two commands at once [10.db-migrate]', async () => {
    const { stdout } = await cli.run('db', 'status', '--json');
    const { pending }: Schema = JSON.parse(stdout);
    const command = new CliProcess({ DATABASE_URL: database.url });
    const both = await Promise.all(
      [1, 2].map(() => command.json<{ applied: string[] }>('db', 'migrate')),
    );
    expect(both.map(({ applied }) => applied).toSorted((a, b) => a.length - b.length)).toEqual([
      [],
      pending,
    ]);
    expect(await cli.json<Schema>('db', 'status')).toEqual({ applied: pending, pending: [] });
  });

  it('needs no migration when it is up to date [10.db-migrate] [10.db-status]', async () => {
    const migrated = await cli.run('db', 'migrate');
    expect(migrated).toEqual({ status: 0, stdout: 'The database is up to date.\n', stderr: '' });
    const { status, stdout, stderr } = await cli.run('db', 'status');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/│ Schema1795219200001 +│ applied │/);
    expect(stdout).not.toContain('pending');
  });

  it('is shown with the migrations that it lacks [10.db-status]', async () => {
    const last = `DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name`;
    const [removed] = await sql<{ name: string }>(database.url, last);
    const { status, stdout } = await cli.run('db', 'status');
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`│ ${removed!.name} +│ pending │`));
  });
});

describe('the embedded database', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-data-'));
  });

  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is started and migrated by a command, and keeps its data, without a service [10.any-time] [11.database-url]', async () => {
    const cli = new Cli({ DATA_DIR: dataDir });
    const account = await cli.json<{ id: string }>('accounts', 'create', '--name', 'Alone');
    const issued = await cli.run('keys', 'issue', '--account', account.id, '--name', 'first');
    expect({ status: issued.status, stderr: issued.stderr }).toEqual({ status: 0, stderr: '' });
    const accounts = await cli.json<{ id: string }[]>('accounts', 'list');
    expect(accounts.map(({ id }) => id)).toEqual([account.id]);
    expect(await cli.json<Schema>('db', 'status')).toMatchObject({ pending: [] });
  });
});

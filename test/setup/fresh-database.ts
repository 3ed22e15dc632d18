import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database that only one test file uses. */
export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database. By default, the database is a copy of the migrated template; the copy takes 22 ms. The database is
 * empty if `migrated` is false.
 */
export const freshDatabase = (options: { migrated?: boolean } = {}): Promise<FreshDatabase> =>
  createDatabase(inject('templateUrl'), options);

/** Does the same as `freshDatabase`, with the template at `templateUrl`. */
export async function createDatabase(
  templateUrl: string,
  { migrated = true } = {},
): Promise<FreshDatabase> {
  const template = new URL(templateUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(template);
  url.pathname = `/${name}`;
  const source = migrated ? template.pathname.slice(1) : 'template0';
  await onServer(template, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  return { url: url.href, drop: () => onServer(template, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(template: URL, sql: string): Promise<void> {
  const server = new URL(template);
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

import { readFileSync } from 'node:fs';
import { Client, DatabaseError } from 'pg';
import type { Folder } from './folder.js';
import { ROLE } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { serverPort } from './postmaster-pid.js';

const DATABASE = 'imprimatur';
/** PostgreSQL's `invalid_catalog_name`. */
const NO_SUCH_DATABASE = '3D000';

/** The URL of the database, once it answers there; it is created where it is missing. */
export async function connectionUrl(folder: Folder): Promise<string> {
  const port = serverPort(folder);
  if (!port) throw new EmbeddedPostgresError('The server is not ready.');
  const password = readFileSync(folder.password, 'utf8');
  const server = `postgres://${ROLE}:${password}@127.0.0.1:${port}`;
  const url = `${server}/${DATABASE}`;
  try {
    await run(url, 'SELECT');
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NO_SUCH_DATABASE)) throw error;
    await run(`${server}/postgres`, `CREATE DATABASE ${DATABASE}`);
  }
  return url;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { remaining, until } from './processes.js';
import { cleanUp, newDataDir } from './scratch.js';
import { sql } from './sql.js';
import { SETTINGS } from './user-process.js';

describe('The embedded server as the service starts it', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = newDataDir();
    database = await EmbeddedPostgres.open(dataDir);
  });
  afterAll(async () => {
    await database.close();
    await cleanUp();
  });

  it('has fsync, synchronous_commit and full_page_writes on, and allows 100 connections', async () => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'max_connections'];
    expect(await setting(...names)).toBe('on on on 100');
  });

  it('stores UTF-8 and compares by code point, with the locale C.UTF-8', async () => {
    const [row] = await sql(
      database.url,
      `SELECT datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname = 'imprimatur'`,
    );
    expect(row).toEqual({ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' });
  });

  it('listens on 127.0.0.1 only, without a socket file', async () => {
    expect(await setting('listen_addresses', 'unix_socket_directories')).toBe('127.0.0.1 ');
    const elsewhere = database.url.replace('127.0.0.1', '127.0.0.2');
    await expect(sql(elsewhere, 'SELECT')).rejects.toThrow('ECONNREFUSED');
  });

  it('needs the password, which only the owner of the files can read', async () => {
    const { password } = new URL(database.url);
    const path = join(dataDir, 'postgres/password');
    expect(readFileSync(path, 'utf8')).toBe(password);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres/cluster')).mode & 0o777).toBe(0o700);
    const guess = database.url.replace(password, 'guess');
    await expect(sql(guess, 'SELECT')).rejects.toThrow('password authentication failed');
    const rules = await sql(database.url, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules');
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  async function setting(...names: string[]): Promise<string> {
    const values = names.map((name) => `current_setting('${name}')`).join(` || ' ' || `);
    const [row] = await sql(database.url, `SELECT ${values} AS value`);
    return String(row?.['value']);
  }
});

describe('The start of the embedded server', () => {
  afterEach(cleanUp);

  it('quotes the log if the server refuses to start, and leaves no process running', async () => {
    const dataDir = newDataDir();
    const settings = { ...SETTINGS, shared_buffers: 'plenty' };
    const start = EmbeddedPostgres.open(dataDir, settings);
    await expect(start).rejects.toThrow(/did not start:\n(.*\n)*.*"shared_buffers": "plenty"/);
    expect(remaining(dataDir)).toEqual({ supervisors: [], servers: [] });
  });

  it('tries again while its port is taken', async () => {
    const rival = createServer().listen(0, '127.0.0.1');
    await once(rival, 'listening');
    const settings = { ...SETTINGS, port: portOf(rival) };
    const dataDir = newDataDir();
    const start = EmbeddedPostgres.open(dataDir, settings);
    await until(() => logOf(dataDir).includes('Address already in use'));
    rival.close();
    const database = await start;
    expect(new URL(database.url).port).toBe(settings.port);
    await database.close();
  });

  it('replaces the log of the previous run', async () => {
    const dataDir = newDataDir();
    await (await EmbeddedPostgres.open(dataDir, SETTINGS)).close();
    writeFileSync(join(dataDir, 'postgres/server.log'), 'line of an earlier run\n'.repeat(1000));
    await (await EmbeddedPostgres.open(dataDir, SETTINGS)).close();
    expect(logOf(dataDir)).not.toContain('earlier run');
    expect(logOf(dataDir)).toContain('ready to accept connections');
  });
});

function logOf(dataDir: string): string {
  const log = join(dataDir, 'postgres/server.log');
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === 'object' && address ? String(address.port) : '';
}

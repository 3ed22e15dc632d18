import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { copyCluster } from '../setup/replica.js';
import { sql } from '../setup/sql.js';

/**
 * Without `fsync`, an acknowledged commit is in the cache of the operating system, but perhaps not on the disk. The
 * cache is enough here, because no test stops the whole machine.
 */
const SETTINGS = { fsync: 'off', max_connections: '200', wal_keep_size: '256MB' };

/** A PostgreSQL server of the campaign. Tests can kill the server, and start it again on the same files. */
export class DatabaseServer {
  private constructor(
    private readonly directory: string,
    private readonly isOurs: boolean,
    private server: EmbeddedPostgres,
  ) {}

  /** @param directory folder of the server's files. By default, this is a new folder, which `close` removes */
  static async start(directory?: string): Promise<DatabaseServer> {
    const path = directory ?? (await mkdtemp(join(tmpdir(), 'imprimatur-campaign-')));
    return new DatabaseServer(
      path,
      directory === undefined,
      await EmbeddedPostgres.open(path, SETTINGS),
    );
  }

  get url(): string {
    return this.server.url;
  }

  /** Process id of the postmaster. */
  get pid(): number {
    const file = join(this.directory, 'postgres/cluster/postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }

  /** Stops the server. SIGQUIT is an immediate shutdown. SIGKILL ends the postmaster without any shutdown. */
  terminate(signal: 'SIGQUIT' | 'SIGKILL'): void {
    process.kill(this.pid, signal);
  }

  /** Starts the server if it does not run. The server then recovers all committed transactions. */
  async ensureRunning(): Promise<void> {
    const before = this.server;
    this.server = await EmbeddedPostgres.open(this.directory, SETTINGS);
    await before.close();
  }

  /** Makes new sessions read-only or writable. A change to read-only also ends the sessions of the service. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    const url = new URL(this.url);
    url.searchParams.set('options', '-c default_transaction_read_only=off');
    const change = isReadOnly
      ? 'SET default_transaction_read_only = on'
      : 'RESET default_transaction_read_only';
    await sql(url.href, `ALTER DATABASE ${url.pathname.slice(1)} ${change}`);
    if (!isReadOnly) return;
    await sql(
      url.href,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'imprimatur'`,
    );
  }

  /** Adds a synchronous standby. From then on, the standby has every commit that this server acknowledges. */
  async addStandby(): Promise<DatabaseServer> {
    const directory = join(tmpdir(), `imprimatur-campaign-${randomUUID()}`);
    await copyCluster(this.url, this.directory, directory);
    const settings = { ...SETTINGS, primary_conninfo: this.url };
    const server = await EmbeddedPostgres.open(directory, settings);
    await this.untilReplicated(`state = 'streaming'`);
    await sql(this.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await sql(this.url, 'SELECT pg_reload_conf()');
    await this.untilReplicated(`sync_state = 'sync'`);
    return new DatabaseServer(directory, true, server);
  }

  /** Promotes this standby to primary. Resolves when the promoted server accepts writes. */
  async promote(): Promise<void> {
    await sql(this.url, 'SELECT pg_promote()');
  }

  /** Ends the server by SIGKILL and closes it, so that nothing starts it again. */
  async lose(): Promise<void> {
    this.terminate('SIGKILL');
    await this.close();
  }

  async close(): Promise<void> {
    await this.server.close();
    if (this.isOurs) await rm(this.directory, { recursive: true, force: true, maxRetries: 20 });
  }

  private async untilReplicated(condition: string): Promise<void> {
    const question = `SELECT FROM pg_stat_replication WHERE ${condition}`;
    while ((await sql(this.url, question)).length === 0) await sleep(20);
  }
}

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
 * A commit is in the operating system before it is answered, as it must be. That the disk has it too
 * matters only when the whole machine dies, which no test here does.
 */
const SETTINGS = { fsync: 'off', max_connections: '200', wal_keep_size: '256MB' };

/** A PostgreSQL of the campaign's own, to be killed and started again on the same files. */
export class DatabaseServer {
  private constructor(
    private readonly directory: string,
    private readonly isOurs: boolean,
    private server: EmbeddedPostgres,
  ) {}

  /** @param directory where its files are; a new one that goes with it where it is left out. */
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

  /** SIGQUIT: immediate stop. SIGKILL: not even that. */
  terminate(signal: 'SIGQUIT' | 'SIGKILL'): void {
    process.kill(this.pid, signal);
  }

  /** Starts it where it does not run; it recovers what was committed. */
  async ensureRunning(): Promise<void> {
    const before = this.server;
    this.server = await EmbeddedPostgres.open(this.directory, SETTINGS);
    await before.close();
  }

  /** Whether new sessions can only read; those of the service end when it changes to that. */
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

  /** Makes a standby of it, without which it acknowledges no commit from now on. */
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

  /** Makes a primary of a standby; resolves when it can be written to. */
  async promote(): Promise<void> {
    await sql(this.url, 'SELECT pg_promote()');
  }

  /** SIGKILL, and nobody starts it again; resolves when nothing of it is left. */
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

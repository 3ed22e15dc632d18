import { Client } from 'pg';
import { parentOf } from './cpu.js';
import { EmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../src/platform/database/migrations.js';

/**
 * Settings that make the database as durable as in production. Checkpoints are rare, because PostgreSQL logs whole
 * pages after a checkpoint. A round with a checkpoint would write more WAL than the next round.
 */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  shared_preload_libraries: 'pg_stat_statements',
};

/** The work of a database since its creation. */
export interface DatabaseWork {
  /** Number of statements, including BEGIN and COMMIT. */
  readonly statements: number;
  /** Bytes of WAL of the whole server. */
  readonly wal: number;
}

/** The PostgreSQL server of the bench. */
export class BenchDatabase {
  private constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly client: Client,
    /** Id of the server's first process. */
    readonly pid: number,
  ) {}

  static async open(directory: string): Promise<BenchDatabase> {
    const postgres = await EmbeddedPostgres.open(directory, SETTINGS);
    await migrate(postgres.url);
    const template = await connected(postgres.url);
    await template.query('CREATE EXTENSION pg_stat_statements');
    await template.end();
    const client = await connected(named(postgres.url, 'postgres'));
    await client.query('CREATE EXTENSION pg_stat_statements');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new BenchDatabase(postgres, client, parentOf(rows[0]!.pid));
  }

  /** Address of the migrated database that `copy` copies. */
  get template(): string {
    return this.postgres.url;
  }

  /** Copies the template, as it is now, and returns the address of the copy. */
  async copy(name: string): Promise<string> {
    const template = new URL(this.template).pathname.slice(1);
    await this.client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    return named(this.template, name);
  }

  /** Makes a database without a table, and returns its address. */
  async empty(name: string): Promise<string> {
    await this.client.query(`CREATE DATABASE ${name}`);
    return named(this.template, name);
  }

  /** Returns the address of a database that `copy` made. */
  urlOf(name: string): string {
    return named(this.template, name);
  }

  async work(name: string): Promise<DatabaseWork> {
    const { rows } = await this.client.query<{ statements: string; wal: string }>(
      `SELECT coalesce(sum(calls), 0) AS statements, pg_current_wal_insert_lsn() - '0/0' AS wal
         FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1)`,
      [name],
    );
    const { statements, wal } = rows[0]!;
    return { statements: Number(statements), wal: Number(wal) };
  }

  async version(): Promise<string> {
    const { rows } = await this.client.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    );
    return rows[0]!.version;
  }

  async checkpoint(): Promise<void> {
    await this.client.query('CHECKPOINT');
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.postgres.close();
  }
}

/** Opens a connection for queries outside the load. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

function named(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrations.js';

/** Durability is off, because the tests delete the data. WAL is kept for standbys that lag behind. */
const SETTINGS = { fsync: 'off', wal_keep_size: '256MB' };

/** A PostgreSQL server with a migrated database, and hot standbys that stream from this server. */
export class Replication {
  private readonly standbys: EmbeddedPostgres[] = [];

  private constructor(
    private readonly directory: string,
    private readonly primary: EmbeddedPostgres,
  ) {}

  static async start(): Promise<Replication> {
    const directory = await mkdtemp(join(tmpdir(), 'imprimatur-replication-'));
    const primary = await EmbeddedPostgres.open(join(directory, 'primary'), SETTINGS);
    await migrate(primary.url);
    return new Replication(directory, primary);
  }

  get primaryUrl(): string {
    return this.primary.url;
  }

  /** Starts a standby and returns its address. */
  async addStandby(): Promise<string> {
    const folder = join(this.directory, `standby-${this.standbys.length}`);
    await copyCluster(this.primary.url, join(this.directory, 'primary'), folder);
    const settings = { ...SETTINGS, primary_conninfo: this.primary.url };
    const standby = await EmbeddedPostgres.open(folder, settings);
    this.standbys.push(standby);
    return standby.url;
  }

  async close(): Promise<void> {
    for (const postgres of [...this.standbys, this.primary]) await postgres.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/**
 * Copies the files of a running server, because the embedded package has no `pg_basebackup`. The copy starts as a
 * standby.
 * @param from data directory of the primary
 * @param to path at which nothing exists yet
 */
export async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  const session = new Client({ connectionString: primaryUrl });
  await session.connect();
  try {
    await session.query(`SELECT pg_backup_start('standby', fast => true)`);
    execFileSync('cp', ['-a', from, to]);
    const { rows } = await session.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    const cluster = join(to, 'postgres/cluster');
    rmSync(join(cluster, 'postmaster.pid'));
    const { uid, gid } = statSync(cluster);
    for (const [name, content] of [
      ['backup_label', rows[0]!.labelfile],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(cluster, name), content, { mode: 0o600 });
      if (process.getuid?.() === 0) chownSync(join(cluster, name), uid, gid);
    }
  } finally {
    await session.end();
  }
}

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.js';

/**
 * A commit is in the operating system before it is answered, as it must be. That the disk has it too
 * matters only when the whole machine dies, which no test here does.
 */
const SETTINGS = { fsync: 'off', max_connections: '200' };

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
      await openEmbeddedPostgres(path, SETTINGS),
    );
  }

  get url(): string {
    return this.server.url;
  }

  /** Of the postmaster. */
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
    this.server = await openEmbeddedPostgres(this.directory, SETTINGS);
    await before.close();
  }

  async close(): Promise<void> {
    await this.server.close();
    if (this.isOurs) await rm(this.directory, { recursive: true, force: true, maxRetries: 20 });
  }
}

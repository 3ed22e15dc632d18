import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../files/make-folder.js';
import { type ServerState, Supervisor } from './supervisor.js';

/** Receives a message when the server is lost, when it cannot be restarted, and when it is back. */
export type Logger = Pick<Console, 'info' | 'warn'>;

const START_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Access of one process to the PostgreSQL server in `dataDir`/postgres. All processes with the same data directory
 * share this server (contract 11: `DATA_DIR`). The first process starts the server, and the last process stops it. If
 * the server ends earlier, one of the processes restarts it at the same address.
 */
export class EmbeddedPostgres {
  private readonly supervisor: Supervisor;
  private readonly ending = new AbortController();
  private monitoring: Promise<void> | undefined;
  /** `postgres://` address of the database `imprimatur` on 127.0.0.1. The address stays the same until `close()`. */
  url = '';

  private constructor(
    private readonly folder: string,
    settings: Readonly<Record<string, string>>,
    private readonly logger?: Logger,
  ) {
    this.supervisor = new Supervisor(folder, settings);
  }

  /**
   * Starts the server, or uses the server that is already running.
   * @param settings PostgreSQL settings (`postgres -c name=value`), used only if this process starts the server
   * @throws Error if the server cannot be started; the message has the reason
   */
  static async open(
    dataDir: string,
    settings: Readonly<Record<string, string>> = {},
    logger?: Logger,
  ): Promise<EmbeddedPostgres> {
    const postgres = new EmbeddedPostgres(openFolder(dataDir), settings, logger);
    try {
      postgres.url = await postgres.start();
    } catch (error) {
      await postgres.close();
      throw error;
    }
    postgres.monitoring = postgres.monitor();
    return postgres;
  }

  /**
   * Ends this process's use of the server. Stops the server if no other process uses the server. Can be called again.
   */
  async close(): Promise<void> {
    this.ending.abort();
    await this.supervisor.release();
    await this.monitoring;
  }

  private async start(): Promise<string> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    // A lost server must restart at its old port (from the file `port`), because other processes still use that port.
    let port = this.read('port') || randomPort();
    for (;;) {
      const { state, url } = await this.reach(port);
      if (url !== undefined) return url;
      const log = this.log();
      const isPortTaken = log.includes('could not create any TCP/IP sockets');
      if (state === 'failed' && !isPortTaken) {
        throw new Error(`PostgreSQL did not start:\n${log}`);
      }
      if (performance.now() > deadline) {
        throw new Error(`PostgreSQL did not answer in ${this.folder}:\n${log}`);
      }
      if (isPortTaken) port = randomPort();
      await sleep(50);
    }
  }

  /**
   * Checks the server every second, and restarts it if its port refuses connections. A server that is only slow still
   * accepts connections, so such a server is not restarted.
   */
  private async monitor(): Promise<void> {
    this.supervisor.unref();
    const { signal } = this.ending;
    const { port, password } = new URL(this.url);
    const name = `The database in ${this.folder}`;
    let status: 'here' | 'lost' | 'away' = 'here';
    const noteReturn = (): void => {
      if (status !== 'here') this.logger?.info(`${name} is back.`);
      status = 'here';
    };
    for (;;) {
      await sleep(CHECK_INTERVAL_MS, null, { ref: false, signal }).catch(() => undefined);
      const isHere = await isListening(this.url);
      if (signal.aborted) return;
      if (isHere) {
        noteReturn();
        continue;
      }
      if (status === 'here') {
        this.logger?.warn(`${name} has lost its server; it is started again.`);
        status = 'lost';
      }
      const isOurs = this.read('password') === password;
      const { state, url } = isOurs ? await this.reach(port) : { state: 'failed', url: '' };
      if (url === this.url) noteReturn();
      if (state === 'busy' || url === this.url || status === 'away' || signal.aborted) continue;
      const reason = isOurs
        ? url === undefined
          ? this.log()
          : 'it is at another port.'
        : 'its folder was deleted or replaced.';
      this.logger?.warn(`${name} cannot be started again: ${reason}`);
      status = 'away';
    }
  }

  /**
   * Asks once for the server's state and address. If no server runs, the supervisor first starts a server at `port`.
   */
  private async reach(
    port: string,
  ): Promise<{ readonly state: ServerState; readonly url?: string }> {
    const state = await this.supervisor.ask(port);
    if (state !== 'ready') return { state };
    const address = `${this.read('password')}@127.0.0.1:${this.read('port')}`;
    const url = `postgres://imprimatur:${address}/imprimatur`;
    // The server may have been killed after it wrote `ready` to postmaster.pid.
    return (await isListening(url)) ? { state, url } : { state: 'busy' };
  }

  private log(): string {
    return this.read('server.log').split('\n').slice(-15).join('\n');
  }

  /** Reads a file of the folder, without final white space. Returns an empty string if the file is missing. */
  private read(name: string): string {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
  }
}

/**
 * Makes the folder if it is missing.
 * @throws Error if the folder cannot be made, or belongs to another user
 */
function openFolder(dataDir: string): string {
  const folder = resolve(dataDir, 'postgres');
  try {
    makeFolder(folder, 0o755);
  } catch (cause) {
    throw new Error(`${(cause as Error).message} Choose another DATA_DIR.`, {
      cause,
    });
  }
  const owner = statSync(folder).uid;
  const self = process.getuid?.() ?? owner;
  if (self === 0 || self === owner) return folder;
  throw new Error(
    `The database in ${folder} belongs to user id ${owner}, and this process runs as ${self}. ` +
      `Start it as that user or as root, or choose another DATA_DIR.`,
  );
}

/** Returns a random port below Linux's range for outgoing connections. If the port is taken, `start` tries another. */
const randomPort = (): string => String(randomInt(10_000, 32_768));

/**
 * Returns false if the server refuses the connection. Returns true in every other case, even if the server is too slow
 * to answer.
 */
function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), timeout: CHECK_INTERVAL_MS });
  return new Promise((settle) => {
    socket
      .unref()
      .once('error', ({ code }: NodeJS.ErrnoException) => settle(code !== 'ECONNREFUSED'));
    for (const event of ['connect', 'timeout']) socket.once(event, () => socket.destroy());
    socket.once('close', () => settle(true));
  });
}

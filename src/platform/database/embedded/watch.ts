import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './folder.js';
import { FileLock } from './file-lock.js';
import type { Installation } from './program.js';
import { reachServer } from './server.js';

/** Who hears that the server was lost, what keeps it away, and that it is back: a logger. */
export interface Notices {
  info(text: string): void;
  warn(text: string): void;
}

/** A look costs the server a millisecond. */
const CHECK_INTERVAL_MS = 1_000;
const RETRY_DELAY_MS = 500;
/** A longer recovery goes on meanwhile; the gate is for others too. */
const RESTART_TIMEOUT_MS = 5_000;

/**
 * Looks after the server of one user: while that user has the database open, a server that is gone is
 * started again, by whoever gets through the gate first, where all look for it. It does not keep the
 * process alive.
 */
export class Watch {
  private readonly timer: NodeJS.Timeout;
  private readonly ending = new AbortController();
  private looking: Promise<void> | undefined;

  /** @param url where the user looks for the server, now and later */
  constructor(
    private readonly installation: Installation,
    private readonly url: string,
    private readonly notices: Notices,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Resolves when nothing more is started from here. Idempotent. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    this.ending.abort();
    await this.looking;
  }

  private async look(): Promise<void> {
    const { signal } = this.ending;
    if (!(await isRefused(this.url, signal)) || signal.aborted) return;
    const { path } = this.installation.folder;
    this.notices.warn(`The database in ${path} has lost its server; it is started again.`);
    let obstacle: string | undefined;
    while (!signal.aborted) {
      try {
        if (await this.revive()) return this.notices.info(`The database in ${path} is back.`);
      } catch (error) {
        if (signal.aborted) return;
        if (!obstacle) this.notices.warn(`The database in ${path} stays away: ${String(error)}`);
        obstacle = String(error);
      }
      await sleep(RETRY_DELAY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** False while another process has the gate. */
  private async revive(): Promise<boolean> {
    const { folder } = this.installation;
    const { password, port } = new URL(this.url);
    const gate = await FileLock.take(folder.gateLock, 1);
    if (!gate) return false;
    try {
      if (readFileSync(folder.password, 'utf8') !== password) {
        throw new EmbeddedPostgresError(
          'another one has taken its place; start this process anew.',
        );
      }
      const deadline = AbortSignal.any([
        AbortSignal.timeout(RESTART_TIMEOUT_MS),
        this.ending.signal,
      ]);
      const url = await reachServer(this.installation, deadline, port);
      if (url !== this.url) {
        throw new EmbeddedPostgresError(`it is at another port, ${new URL(url).port}.`);
      }
      return true;
    } finally {
      gate.release();
    }
  }
}

/** Whether nobody listens there. A server that is slow, or busy with its recovery, is not lost. */
async function isRefused(url: string, signal: AbortSignal): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = addAbortSignal(signal, connect(Number(port), hostname).unref());
  socket.setTimeout(CHECK_INTERVAL_MS, () => socket.destroy(new Error('slow')));
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** A server process of the bench. */
export interface Server {
  readonly origin: string;
  readonly pid: number;
  /** Stops the process and waits for its end. */
  stop(): Promise<void>;
}

/** The options for starting a server. */
export interface ServerWish {
  readonly port: number;
  /** Node's own options, then the script with its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Path that answers 2xx once the server is ready. */
  readonly readyPath: string;
  readonly directory: string;
}

/**
 * Starts a server. Of the environment variables of this process, the server gets only `PATH`. Its stdout goes to
 * `/dev/null`.
 */
export async function startServer(wish: ServerWish): Promise<Server> {
  const { port, command, env, readyPath, directory } = wish;
  const child = spawn(process.execPath, [...command], {
    cwd: directory,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await ready(child, origin + readyPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, pid: child.pid!, stop };
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`Nothing answered at ${address}.`);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

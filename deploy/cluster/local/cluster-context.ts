import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Network } from './network.js';
import type { Programs } from './packages.js';

/** The data that all parts of a cluster share. */
export interface ClusterContext {
  readonly programs: Programs;
  /** The folder with all files of the cluster. */
  readonly directory: string;
  readonly network: Network;
  /** Password of PostgreSQL's roles, random for each cluster. */
  readonly password: string;
  /** Returns the port for a name in `PORTS`. */
  readonly port: (name: PortName) => number;
}

const PORTS = [
  'service',
  'primary',
  'replica',
  'pgbouncer',
  'api1',
  'api2',
  'api1 metrics',
  'api2 metrics',
  'worker1 metrics',
  'worker2 metrics',
  ...[1, 2, 3].flatMap((node) =>
    (['etcd', 'etcd peers', 'postgres', 'patroni'] as const).map(
      (what) => `${what} ${node}` as const,
    ),
  ),
] as const;
export type PortName = (typeof PORTS)[number];

/** The range of ports for clusters. It lies above the ports of tests, and below the ports of outgoing connections. */
const FIRST_PORT = 32_040;
const LAST_PORT = 32_760;

/** Makes the folder and finds the ports of a new cluster. @param servicePort port for clients; 0 for a free port */
export async function newContext(
  programs: Programs,
  network: Network,
  servicePort: number,
): Promise<ClusterContext> {
  const directory = await mkdtemp(join(tmpdir(), 'imprimatur-cluster-'));
  execFileSync('chmod', ['711', directory]);
  const base = await freeBlock();
  return {
    programs,
    network,
    directory,
    password: randomBytes(18).toString('hex'),
    port: (name) =>
      name === 'service' && servicePort !== 0 ? servicePort : base + PORTS.indexOf(name),
  };
}

/** The user that runs PostgreSQL and other programs that refuse to run as root. Debian's packages create this user. */
const USER = 'postgres';

/** Returns `command`. If this process is root, the returned command runs as an unprivileged user. */
export const unprivileged = ({ programs }: ClusterContext, ...command: string[]): string[] =>
  process.getuid?.() === 0
    ? [programs.setpriv, `--reuid=${USER}`, `--regid=${USER}`, '--init-groups', ...command]
    : command;

/** Makes a folder that only `unprivileged` commands and root can read and write. */
export async function privateFolder({ directory }: ClusterContext, name: string): Promise<string> {
  const path = join(directory, name);
  await mkdir(path, { mode: 0o700 });
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
    chownSync(path, id('-u'), id('-g'));
  }
  return path;
}

async function freeBlock(): Promise<number> {
  const blocks = Math.floor((LAST_PORT - FIRST_PORT) / PORTS.length);
  const first = Math.floor(Math.random() * blocks);
  for (let step = 0; step < blocks; step += 1) {
    const base = FIRST_PORT + ((first + step) % blocks) * PORTS.length;
    const free = await Promise.all(PORTS.map((_, index) => isFree(base + index)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`No ${PORTS.length} ports in a row are free from ${FIRST_PORT} to ${LAST_PORT}.`);
}

/** Whether a port of the loopback is free. */
export async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

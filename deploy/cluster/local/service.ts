import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFlags } from '../../../bench/start-flags.js';
import { isOk, ManagedProcess } from './managed-process.js';
import type { ClusterContext } from './cluster-context.js';

export type ServiceName = 'api1' | 'api2' | 'worker1' | 'worker2';

export interface Build {
  /** The folder of `package.json`. */
  readonly root: string;
}

/** Starts a process of the service. `untilServiceReady` waits until the process is ready. */
export async function startServiceProcess(
  context: ClusterContext,
  name: ServiceName,
  { root }: Build,
  env: Readonly<Record<string, string>> = {},
): Promise<ManagedProcess> {
  const { directory, port } = context;
  const folder = join(directory, name);
  await mkdir(folder, { recursive: true });
  return new ManagedProcess({
    name,
    command: serviceCommand(root),
    env: {
      ROLE: name.startsWith('api') ? 'api' : 'worker',
      HOST: '127.0.0.1',
      ...(name === 'api1' || name === 'api2' ? { PORT: String(port(name)) } : {}),
      METRICS_PORT: String(port(`${name} metrics`)),
      PUBLIC_BASE_URL: serviceUrl(context),
      DATABASE_URL: databaseUrl(context, 'pgbouncer'),
      DATABASE_REPLICA_URL: databaseUrl(context, 'replica'),
      // All requests come from HAProxy on the loopback, which adds the address of the client.
      TRUST_PROXY: 'loopback',
      ...env,
    },
    directory: folder,
    logFile: join(directory, `${name}.log`),
  });
}

/** Returns the command of `npm start`. */
export const serviceCommand = (root: string): string[] => [
  process.execPath,
  ...startFlags(join(root, 'package.json')),
  join(root, 'dist/src/main.js'),
];

/** Resolves when a process reports that it is ready. */
export function untilServiceReady(
  { port }: ClusterContext,
  service: ManagedProcess,
): Promise<void> {
  const name = service.name as ServiceName;
  const at = name === 'api1' || name === 'api2' ? port(name) : port(`${name} metrics`);
  return service.untilReady(() => isOk(`http://127.0.0.1:${at}/health/ready`));
}

/** Address of the cluster for clients. */
export const serviceUrl = ({ port }: ClusterContext): string =>
  `http://127.0.0.1:${port('service')}`;

/** Address of the service's database, through HAProxy or PgBouncer. */
export const databaseUrl = (
  { password, port }: ClusterContext,
  way: 'primary' | 'replica' | 'pgbouncer',
): string => `postgres://imprimatur:${password}@127.0.0.1:${port(way)}/imprimatur`;

/** Runs an operator's command without PgBouncer, and returns its answer. */
export async function operate(
  context: ClusterContext,
  { root }: Build,
  ...args: string[]
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'dist/src/cli.js'), ...args, '--json'],
    {
      cwd: context.directory,
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl(context, 'primary') },
    },
  );
  return JSON.parse(stdout) as unknown;
}

import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFlags } from '../../../bench/start-flags.js';
import { isOk, ManagedProcess } from './managed-process.js';
import type { ClusterContext } from './cluster-context.js';

/** A process of the service. */
export type ServiceName = 'api1' | 'api2' | 'worker1' | 'worker2';

/** Where the service was built. */
export interface Build {
  /** The folder of `package.json`. */
  readonly root: string;
}

/** Starts a process of the service; `untilServiceReady` waits for it. */
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
      // All come from HAProxy.
      TRUST_PROXY: 'loopback',
      ...env,
    },
    directory: folder,
    logFile: join(directory, `${name}.log`),
  });
}

/** How `npm start` starts it. */
export const serviceCommand = (root: string): string[] => [
  process.execPath,
  ...startFlags(join(root, 'package.json')),
  join(root, 'dist/src/main.js'),
];

/** Resolves when a process says that it is ready. */
export function untilServiceReady(
  { port }: ClusterContext,
  service: ManagedProcess,
): Promise<void> {
  const name = service.name as ServiceName;
  const at = name === 'api1' || name === 'api2' ? port(name) : port(`${name} metrics`);
  return service.untilReady(() => isOk(`http://127.0.0.1:${at}/health/ready`));
}

/** Where clients call the cluster. */
export const serviceUrl = ({ port }: ClusterContext): string =>
  `http://127.0.0.1:${port('service')}`;

/** The database of the service, by one of its ways. */
export const databaseUrl = (
  { password, port }: ClusterContext,
  way: 'primary' | 'replica' | 'pgbouncer',
): string => `postgres://imprimatur:${password}@127.0.0.1:${port(way)}/imprimatur`;

/** Runs an operator's command past PgBouncer, and returns its answer. */
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

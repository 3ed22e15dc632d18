import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManagedProcess } from './managed-process.js';
import { isSince } from './packages.js';
import { privateFolder, type ClusterContext, unprivileged } from './cluster-context.js';

/** Starts HAProxy, which has one address for clients, one address for the primary, and one address for a replica. */
export function startHaproxy(context: ClusterContext, configuration: string): ManagedProcess {
  const { programs, network, port, directory } = context;
  const nodes = ([1, 2, 3] as const).map((node) => ({
    [`NODE${node}_POSTGRES`]: `${network.host(node)}:${port(`postgres ${node}`)}`,
    [`NODE${node}_PATRONI_PORT`]: String(port(`patroni ${node}`)),
  }));
  return new ManagedProcess({
    name: 'haproxy',
    command: unprivileged(
      context,
      programs.haproxy,
      '-db',
      '-f',
      join(configuration, 'haproxy.cfg'),
    ),
    env: {
      PRIMARY_BIND: `127.0.0.1:${port('primary')}`,
      REPLICA_BIND: `127.0.0.1:${port('replica')}`,
      SERVICE_BIND: `127.0.0.1:${port('service')}`,
      API1: `127.0.0.1:${port('api1')}`,
      API2: `127.0.0.1:${port('api2')}`,
      ...Object.assign({}, ...nodes),
    },
    directory,
    logFile: join(directory, 'haproxy.log'),
  });
}

/**
 * Returns the pool mode in which the service can use the installed PgBouncer. In transaction mode, PgBouncer before
 * 1.21 loses named statements at the end of a transaction.
 */
export const poolMode = ({
  programs,
}: Pick<ClusterContext, 'programs'>): 'transaction' | 'session' =>
  isSince(programs.pgbouncerVersion, '1.21') ? 'transaction' : 'session';

/** Starts PgBouncer, in front of the primary. */
export async function startPgbouncer(
  context: ClusterContext,
  configuration: string,
): Promise<ManagedProcess> {
  const { programs, port, directory, password } = context;
  const folder = await privateFolder(context, 'pgbouncer');
  const file = join(directory, 'pgbouncer.ini');
  const users = join(directory, 'userlist.txt');
  await writeFile(users, `"imprimatur" "${password}"\n`);
  await writeFile(
    file,
    [
      '[databases]',
      `imprimatur = host=127.0.0.1 port=${port('primary')} dbname=imprimatur`,
      '[pgbouncer]',
      `%include ${join(configuration, 'pgbouncer/common.ini')}`,
      `%include ${join(configuration, `pgbouncer/${poolMode(context)}.ini`)}`,
      `auth_file = ${users}`,
      'listen_addr = 127.0.0.1',
      `listen_port = ${port('pgbouncer')}`,
      'unix_socket_dir =',
      '',
    ].join('\n'),
  );
  return new ManagedProcess({
    name: 'pgbouncer',
    command: unprivileged(context, programs.pgbouncer, file),
    directory: folder,
    logFile: join(directory, 'pgbouncer.log'),
  });
}

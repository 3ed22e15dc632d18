import { join } from 'node:path';
import { isOk, ManagedProcess } from './managed-process.js';
import { isSince } from './packages.js';
import { privateFolder, type ClusterContext, unprivileged } from './cluster-context.js';

/**
 * Whether Patroni must use version 2 of etcd's API. With version 3, Patroni before 3.0.3 has a fault. If a primary was
 * frozen for longer than `ttl`, it later overwrites the leader key of its successor. Then the writes that the successor
 * acknowledged are lost.
 */
const usesApi2 = ({ programs }: ClusterContext): boolean =>
  !isSince(programs.patroniVersion, '3.0.3');

/** Returns the environment variable that contains the addresses of etcd for Patroni. */
export function etcdHosts(context: ClusterContext): Readonly<Record<string, string>> {
  const { network, port } = context;
  const hosts = ([1, 2, 3] as const).map((node) => `${network.host(node)}:${port(`etcd ${node}`)}`);
  return { [usesApi2(context) ? 'PATRONI_ETCD_HOSTS' : 'PATRONI_ETCD3_HOSTS']: hosts.join(',') };
}

/** Starts one of the three members of etcd. `untilEtcdReady` waits until the member is ready. */
export async function startEtcd(context: ClusterContext, node: 1 | 2 | 3): Promise<ManagedProcess> {
  const { programs, network, port } = context;
  const address = (of: 1 | 2 | 3, what: 'etcd' | 'etcd peers'): string =>
    `http://${network.host(of)}:${port(`${what} ${of}`)}`;
  const folder = await privateFolder(context, `etcd${node}`);
  const members = ([1, 2, 3] as const).map((of) => `etcd${of}=${address(of, 'etcd peers')}`);
  return new ManagedProcess({
    name: `etcd${node}`,
    command: network.on(node, unprivileged(context, programs.etcd)),
    env: {
      ETCD_NAME: `etcd${node}`,
      ETCD_DATA_DIR: join(folder, 'data'),
      ETCD_LISTEN_CLIENT_URLS: address(node, 'etcd'),
      ETCD_ADVERTISE_CLIENT_URLS: address(node, 'etcd'),
      ETCD_LISTEN_PEER_URLS: address(node, 'etcd peers'),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: address(node, 'etcd peers'),
      ETCD_INITIAL_CLUSTER: members.join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      // On a busy machine with one disk, the defaults (100 and 1,000 ms) cause needless elections.
      ETCD_HEARTBEAT_INTERVAL: '250',
      ETCD_ELECTION_TIMEOUT: '2500',
      ...(usesApi2(context) ? { ETCD_ENABLE_V2: 'true' } : {}),
    },
    directory: folder,
    logFile: join(context.directory, `etcd${node}.log`),
  });
}

/** Resolves when a member of etcd reports that it is healthy; etcd then has a leader. */
export const untilEtcdReady = (
  context: ClusterContext,
  node: 1 | 2 | 3,
  member: ManagedProcess,
): Promise<void> =>
  member.untilReady(() =>
    isOk(`http://${context.network.host(node)}:${context.port(`etcd ${node}`)}/health`),
  );

/** Whether a member leads etcd. */
export async function leadsEtcd(context: ClusterContext, node: 1 | 2 | 3): Promise<boolean> {
  const url = `http://${context.network.host(node)}:${context.port(`etcd ${node}`)}/v3/maintenance/status`;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_000),
    });
    const { header, leader } = (await answer.json()) as {
      header: { member_id: string };
      leader: string;
    };
    return header.member_id === leader;
  } catch {
    return false;
  }
}

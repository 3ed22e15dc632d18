import { join } from 'node:path';
import { isOk, ManagedProcess } from './managed-process.js';
import { privateFolder, type ClusterContext, unprivileged } from './cluster-context.js';

/** The addresses of etcd as Patroni wants them. */
export const etcdHosts = ({ network, port }: ClusterContext): string =>
  [1, 2, 3].map((node) => `${network.host(node)}:${port(`etcd ${node as 1 | 2 | 3}`)}`).join(',');

/** Starts one of three members; `untilEtcdReady` waits for all. */
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
      // A busy machine with one disk for all: the defaults (100 and 1,000 ms) elect without need.
      ETCD_HEARTBEAT_INTERVAL: '250',
      ETCD_ELECTION_TIMEOUT: '2500',
    },
    directory: folder,
    logFile: join(context.directory, `etcd${node}.log`),
  });
}

/** Resolves when a member knows its leader. */
export const untilEtcdReady = (
  context: ClusterContext,
  node: 1 | 2 | 3,
  member: ManagedProcess,
): Promise<void> =>
  member.untilReady(() =>
    isOk(`http://${context.network.host(node)}:${context.port(`etcd ${node}`)}/health`),
  );

/** Whether a member leads. */
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

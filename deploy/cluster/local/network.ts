import { execFileSync } from 'node:child_process';

/** The network of the three database nodes. Each node has its own etcd, PostgreSQL and Patroni. */
export interface Network {
  /** The address at which all processes reach a node, 1 to 3. */
  host(node: number): string;
  /** Returns a command that runs `command` on a node. */
  on(node: number, command: readonly string[]): string[];
  /**
   * If `isCut` is true, silently drops all packets from and to a node. If `isCut` is false, passes the packets again.
   */
  setPartition(node: number, isCut: boolean): void;
  close(): void;
}

/** All nodes on the loopback. Needs no special rights; cannot cut off a node. */
export const loopback: Network = {
  host: () => '127.0.0.1',
  on: (_node, command) => [...command],
  setPartition: () => {
    throw new Error('Nodes on the loopback cannot be cut off; namespaces can.');
  },
  close: () => undefined,
};

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** A network namespace for each node, joined by a bridge. Needs root; can cut off a node. */
export function namespaces(): Network {
  const id = process.pid % 10_000;
  const bridge = `imp${id}`;
  const subnet = `10.${200 + (id % 50)}.${id % 250}`;
  const nodes = [1, 2, 3];
  const name = (node: number): string => `imprimatur-${id}-${node}`;
  const link = (node: number): string => `imp${id}v${node}`;
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${subnet}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const node of nodes) {
    ip('netns', 'add', name(node));
    ip('link', 'add', link(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name(node));
    ip('link', 'set', link(node), 'master', bridge, 'up');
    ip('-n', name(node), 'address', 'add', `${subnet}.${node}/24`, 'dev', 'eth0');
    ip('-n', name(node), 'link', 'set', 'eth0', 'up');
    ip('-n', name(node), 'link', 'set', 'lo', 'up');
  }
  return {
    host: (node) => `${subnet}.${node}`,
    on: (node, command) => ['ip', 'netns', 'exec', name(node), ...command],
    setPartition: (node, isCut) => ip('link', 'set', link(node), isCut ? 'down' : 'up'),
    close: () => {
      for (const node of nodes) ip('netns', 'delete', name(node));
      ip('link', 'delete', bridge);
    },
  };
}

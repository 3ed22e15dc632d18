import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseNode } from './database-node.js';
import { leadsEtcd, startEtcd, untilEtcdReady } from './etcd.js';
import { isOk, type ManagedProcess } from './managed-process.js';
import { loopback, type Network } from './network.js';
import { findPrograms } from './packages.js';
import { startHaproxy, startPgbouncer } from './proxies.js';
import {
  databaseUrl,
  operate,
  type ServiceName,
  serviceUrl,
  startServiceProcess,
  untilServiceReady,
} from './service.js';
import { newContext, type ClusterContext } from './cluster-context.js';

const NODES = [1, 2, 3] as const;
const SERVICES: readonly ServiceName[] = ['api1', 'api2', 'worker1', 'worker2'];

export interface ClusterOptions {
  /** The folder with `package.json` and the build in `dist`. */
  readonly root: string;
  /** Port for clients; 0 for a free port. */
  readonly port?: number;
  readonly network?: Network;
  /** Settings (contract 11) for every process of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Signal that aborts the start. */
  readonly signal?: AbortSignal;
}

/**
 * The topology of `deploy/cluster` as processes on this machine. The data of the cluster is deleted when the cluster
 * stops.
 */
export class LocalCluster {
  readonly etcd: ManagedProcess[] = [];
  readonly nodes: DatabaseNode[] = [];
  readonly services = new Map<ServiceName, ManagedProcess>();
  haproxy!: ManagedProcess;
  pgbouncer!: ManagedProcess;

  private constructor(
    readonly context: ClusterContext,
    private readonly options: ClusterOptions,
  ) {}

  /** Resolves when every process of the service is ready. @throws Error that says what is missing or failed */
  static async start(options: ClusterOptions): Promise<LocalCluster> {
    const programs = findPrograms();
    const context = await newContext(programs, options.network ?? loopback, options.port ?? 0);
    const cluster = new LocalCluster(context, options);
    try {
      await cluster.startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Address for clients. */
  get url(): string {
    return serviceUrl(this.context);
  }

  /** Address of the service's database at the current primary, without PgBouncer. */
  get primaryUrl(): string {
    return databaseUrl(this.context, 'primary');
  }

  /** Waits for a primary, and returns it. */
  async primary(): Promise<DatabaseNode> {
    for (;;) {
      const leading = await Promise.all(this.nodes.map((node) => node.isPrimary()));
      const node = this.nodes[leading.indexOf(true)];
      if (node) return node;
      await sleep(100);
    }
  }

  /** Waits for a leader of etcd, and returns its index. */
  async etcdLeader(): Promise<number> {
    for (;;) {
      const leading = await Promise.all(NODES.map((node) => leadsEtcd(this.context, node)));
      if (leading.includes(true)) return leading.indexOf(true);
      await sleep(100);
    }
  }

  /** Resolves when one node is primary, two nodes are replicas, and one of the replicas is synchronous. */
  async untilWhole(timeoutMs = 120_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const states = await Promise.all(
        this.nodes.map(async (node) => [
          await node.isPrimary(),
          await node.isReplica(),
          await node.isSynchronous(),
        ]),
      );
      const count = (index: number): number => states.filter((state) => state[index]).length;
      if (count(0) === 1 && count(1) === NODES.length - 1 && count(2) === 1) return;
      if (performance.now() > end) throw new Error('The cluster does not become complete again.');
      await sleep(200);
    }
  }

  /** Runs an operator's command. */
  operate(...args: string[]): Promise<unknown> {
    return operate(this.context, this.options, ...args);
  }

  /** Stops all processes and deletes their files. */
  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await Promise.all([this.pgbouncer?.stop('SIGKILL'), this.haproxy?.stop('SIGKILL')]);
    await Promise.all(this.nodes.map((node) => node.discard()));
    await Promise.all(this.etcd.map((member) => member.stop('SIGKILL')));
    this.context.network.close();
    await rm(this.context.directory, { recursive: true, force: true, maxRetries: 20 });
  }

  private async startAll(): Promise<void> {
    const { context, options } = this;
    const goOn = (): void => options.signal?.throwIfAborted();
    const configuration = join(options.root, 'deploy/cluster');
    for (const node of NODES) this.etcd.push(await startEtcd(context, node));
    await Promise.all(NODES.map((node, index) => untilEtcdReady(context, node, this.etcd[index]!)));
    goOn();
    for (const node of NODES)
      this.nodes.push(await DatabaseNode.start(context, node, configuration));
    this.haproxy = startHaproxy(context, configuration);
    this.pgbouncer = await startPgbouncer(context, configuration);
    await this.primary();
    goOn();
    await this.makeDatabase(configuration);
    goOn();
    await this.operate('db', 'migrate');
    goOn();
    for (const name of SERVICES) {
      this.services.set(name, await startServiceProcess(context, name, options, options.env));
    }
    const services = [...this.services.values()];
    await Promise.all(services.map((service) => untilServiceReady(context, service)));
    goOn();
    // HAProxy needs a moment to notice that the services are ready.
    await this.haproxy.untilReady(() => isOk(`${this.url}/health/ready`));
    await this.untilWhole();
  }

  private async makeDatabase(configuration: string): Promise<void> {
    const { programs, password, port } = this.context;
    const url = `postgres://postgres:${password}@127.0.0.1:${port('primary')}/postgres`;
    const file = join(configuration, 'database.sql');
    const args = [
      '-X',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-v',
      `password=${password}`,
      '-f',
      file,
      url,
    ];
    // `psql` is tried again until it succeeds, because HAProxy needs a moment to notice the primary.
    await this.haproxy.untilReady(async () => {
      await promisify(execFile)(programs.psql, args);
      return true;
    });
  }
}

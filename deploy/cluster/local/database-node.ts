import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { etcdHosts } from './etcd.js';
import { isOk, ManagedProcess } from './managed-process.js';
import { privateFolder, type ClusterContext, unprivileged } from './cluster-context.js';

const CONFIGURATION = join(import.meta.dirname, '..');

/** One PostgreSQL server with its Patroni. */
export class DatabaseNode {
  private constructor(
    private readonly context: ClusterContext,
    readonly number: 1 | 2 | 3,
    readonly patroni: ManagedProcess,
    private readonly dataDirectory: string,
  ) {}

  static async start(
    context: ClusterContext,
    number: 1 | 2 | 3,
    configuration = CONFIGURATION,
  ): Promise<DatabaseNode> {
    const { network, programs, password, port } = context;
    const folder = await privateFolder(context, `node${number}`);
    const host = network.host(number);
    const dataDirectory = join(folder, 'data');
    const patroni = new ManagedProcess({
      name: `node${number}`,
      command: network.on(
        number,
        unprivileged(context, programs.patroni, join(configuration, 'patroni.yml')),
      ),
      env: {
        PATRONI_NAME: `node${number}`,
        ...etcdHosts(context),
        PATRONI_RESTAPI_LISTEN: `${host}:${port(`patroni ${number}`)}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${port(`patroni ${number}`)}`,
        PATRONI_POSTGRESQL_LISTEN: `${host}:${port(`postgres ${number}`)}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${port(`postgres ${number}`)}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataDirectory,
        PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBin,
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: password,
      },
      directory: folder,
      logFile: join(context.directory, `node${number}.log`),
    });
    return new DatabaseNode(context, number, patroni, dataDirectory);
  }

  /** Address of Patroni's REST API. */
  get restUrl(): string {
    const { network, port } = this.context;
    return `http://${network.host(this.number)}:${port(`patroni ${this.number}`)}`;
  }

  /** Address of the node's database for the superuser. */
  get url(): string {
    const { network, password, port } = this.context;
    return `postgres://postgres:${password}@${network.host(this.number)}:${port(`postgres ${this.number}`)}/imprimatur`;
  }

  isPrimary(): Promise<boolean> {
    return isOk(`${this.restUrl}/primary`).catch(() => false);
  }

  isReplica(): Promise<boolean> {
    return isOk(`${this.restUrl}/replica`).catch(() => false);
  }

  /** Whether every commit waits for this node. */
  isSynchronous(): Promise<boolean> {
    return isOk(`${this.restUrl}/synchronous`).catch(() => false);
  }

  /** Process id of the postmaster; `undefined` if the postmaster does not run. */
  get postmaster(): number | undefined {
    try {
      const [pid] = readFileSync(join(this.dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 0);
      return Number(pid);
    } catch {
      return undefined;
    }
  }

  /** Sends a signal to the postmaster, then to its child processes. */
  signalPostgres(signal: NodeJS.Signals): void {
    const { postmaster } = this;
    if (postmaster === undefined) return;
    const children = childrenOf(postmaster);
    for (const pid of [postmaster, ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended.
      }
    }
  }

  /** Stops Patroni and PostgreSQL. Afterwards, their data can be damaged. */
  async discard(): Promise<void> {
    this.patroni.signal('SIGCONT');
    await this.patroni.stop('SIGKILL');
    this.signalPostgres('SIGCONT');
    const { postmaster } = this;
    if (postmaster === undefined) return;
    process.kill(postmaster, 'SIGQUIT');
    while (this.postmaster !== undefined) await sleep(50);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // The format is "pid (name) state parent …". The name can contain spaces.
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        return Number(rest.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/platform/database/migrations.js';
import { DatabaseServer } from './database-server.js';
import { useMovableDay } from './movable-day.js';
import { type CampaignAccount, createAccount } from './accounts.js';
import { ClusterNode } from './cluster-node.js';

/** The system under test: PostgreSQL, two API processes, two workers, and the proxies for their connections. */
export class Cluster {
  private standby: DatabaseServer | undefined;

  private constructor(
    private primary: DatabaseServer,
    readonly apis: readonly ClusterNode[],
    readonly workers: readonly ClusterNode[],
    /** Two accounts with enough units, and one account that reaches its limit. */
    readonly accounts: readonly CampaignAccount[],
    /** The account that sends too many requests. The checks do not count the writes of this account. */
    readonly greedy: CampaignAccount,
    /** The account of the editor, whose writes the checks of the writers do not count. */
    readonly editor: CampaignAccount,
  ) {}

  static async open(): Promise<Cluster> {
    const database = await DatabaseServer.start();
    await migrate(database.url);
    await useMovableDay(database.url);
    const { url } = database;
    const accounts = [
      await createAccount(url, 'alpha', 2),
      await createAccount(url, 'bravo', 1),
      await createAccount(url, 'carol', 2, 25),
    ];
    const greedy = await createAccount(url, 'greedy', 1);
    const editor = await createAccount(url, 'editor', 1);
    const open = (name: string, role: 'api' | 'worker') => ClusterNode.open(name, role, url);
    const apis = await Promise.all([open('api 1', 'api'), open('api 2', 'api')]);
    const workers = await Promise.all([open('worker 1', 'worker'), open('worker 2', 'worker')]);
    return new Cluster(database, apis, workers, accounts, greedy, editor);
  }

  /** The current primary. `promoteStandby()` makes another server the primary. */
  get database(): DatabaseServer {
    return this.primary;
  }

  /** Address of the standby. Call `addStandby()` first. */
  get standbyUrl(): string {
    return this.standby!.url;
  }

  /** Adds a synchronous standby. From then on, the standby has every commit that the primary acknowledges. */
  async addStandby(): Promise<void> {
    this.standby = await this.primary.addStandby();
  }

  /** Makes the standby the primary. The cluster no longer uses the old primary. */
  async promoteStandby(): Promise<void> {
    const standby = this.standby!;
    await standby.promote();
    this.primary = standby;
    this.standby = undefined;
  }

  get nodes(): readonly ClusterNode[] {
    return [...this.apis, ...this.workers];
  }

  /** Undoes every fault: all proxies forward, all processes run, and no process is paused. */
  async heal(): Promise<void> {
    for (const { toClients, toDatabase } of this.nodes) {
      toClients.setMode('pass');
      toDatabase.setMode('pass');
    }
    for (const node of this.nodes) {
      node.signal('SIGCONT');
      node.readLog(true);
    }
    await this.database.ensureRunning();
    await this.database.setReadOnly(false);
    for (const { toDatabase } of this.nodes) toDatabase.aim(this.database.url);
    await Promise.all(this.nodes.map((node) => node.ensureRunning()));
  }

  /** Writes the logs of all processes so far into a new folder. @returns the path of the folder */
  async keepLogs(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'imprimatur-campaign-'));
    await Promise.all(
      this.nodes.map((node) => writeFile(join(folder, `${node.name}.jsonl`), node.log())),
    );
    return folder;
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.standby?.close();
    await this.database.close();
  }
}

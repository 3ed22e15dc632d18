import { migrate } from '../../src/platform/database/migrations.js';
import { Cluster } from './cluster.js';
import { useMovableDay } from './movable-day.js';
import { invite, type Person } from './people.js';
import { Station } from './station.js';

/** The whole that is attacked: PostgreSQL, two processes for clients, two workers, and all wires. */
export class House {
  private constructor(
    readonly cluster: Cluster,
    readonly apis: readonly Station[],
    readonly workers: readonly Station[],
    readonly people: readonly Person[],
  ) {}

  static async open(): Promise<House> {
    const cluster = await Cluster.start();
    await migrate(cluster.url);
    await useMovableDay(cluster.url);
    const people = await invite(cluster.url);
    const open = (name: string, role: 'api' | 'worker') => Station.open(name, role, cluster.url);
    const apis = await Promise.all([open('api 1', 'api'), open('api 2', 'api')]);
    const workers = await Promise.all([open('worker 1', 'worker'), open('worker 2', 'worker')]);
    return new House(cluster, apis, workers, people);
  }

  get stations(): readonly Station[] {
    return [...this.apis, ...this.workers];
  }

  /** Undoes every fault: all wires whole, everything running, nobody stopped. */
  async heal(): Promise<void> {
    for (const { toClients, toDatabase } of this.stations) {
      toClients.become('whole');
      toDatabase.become('whole');
    }
    for (const station of this.stations) station.signal('SIGCONT');
    await this.cluster.raise();
    for (const { toDatabase } of this.stations) toDatabase.aim(this.cluster.url);
    await Promise.all(this.stations.map((station) => station.raise()));
  }

  async close(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.close()));
    await this.cluster.close();
  }
}

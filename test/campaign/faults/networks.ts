import { setTimeout as sleep } from 'node:timers/promises';
import type { ProxyMode, FaultProxy } from '../../setup/fault-proxy.js';
import type { Cluster } from '../cluster.js';
import type { Random } from '../random.js';
import type { Fault } from './fault.js';

type Side = (cluster: Cluster, random: Random) => readonly FaultProxy[];

const oneApiToClients: Side = ({ apis }, random) => [random.pick(apis).toClients];
const oneApiToDatabase: Side = ({ apis }, random) => [random.pick(apis).toDatabase];
const oneWorkerToDatabase: Side = ({ workers }, random) => [random.pick(workers).toDatabase];
const everybodyToDatabase: Side = ({ nodes }) => nodes.map(({ toDatabase }) => toDatabase);

/**
 * Returns a fault that sets proxies to a mode. At its end, the fault sometimes resets the connections. Bytes that the
 * proxies held back are then lost.
 */
function impairment(name: string, mode: ProxyMode, mostMs: number, side: Side): Fault {
  return {
    name,
    inject: async (cluster, random) => {
      const proxies = side(cluster, random);
      for (const proxy of proxies) proxy.setMode(mode);
      await sleep(random.whole(mostMs / 4, mostMs));
      for (const proxy of proxies) {
        if (mode !== 'slow' && random.chance(0.5)) proxy.reset();
        proxy.setMode('pass');
      }
    },
  };
}

function resets(name: string, side: Side): Fault {
  return {
    name,
    inject: async (cluster, random) => {
      const proxies = side(cluster, random);
      for (let times = random.whole(2, 6); times > 0; times -= 1) {
        for (const proxy of proxies) proxy.reset();
        await sleep(random.whole(50, 300));
      }
    },
  };
}

export const NETWORKS: readonly Fault[] = [
  resets('resets between clients and an API process', oneApiToClients),
  impairment('answers to clients dropped', 'drop-answers', 1_500, oneApiToClients),
  impairment('slow line to clients', 'slow', 2_000, oneApiToClients),
  impairment('black hole between clients and an API process', 'blackhole', 4_000, oneApiToClients),
  resets('resets between an API process and PostgreSQL', oneApiToDatabase),
  impairment('answers of PostgreSQL dropped', 'drop-answers', 3_000, oneApiToDatabase),
  impairment('slow line to PostgreSQL', 'slow', 2_000, oneApiToDatabase),
  impairment(
    'black hole between an API process and PostgreSQL',
    'blackhole',
    6_000,
    oneApiToDatabase,
  ),
  impairment('black hole between a worker and PostgreSQL', 'blackhole', 8_000, oneWorkerToDatabase),
  resets('resets between everybody and PostgreSQL', everybodyToDatabase),
  impairment('PostgreSQL out of reach for everybody', 'refuse', 2_500, everybodyToDatabase),
];

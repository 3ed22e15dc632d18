import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '../house.js';
import type { Random } from '../random.js';
import type { Mood, Wire } from '../wire.js';
import type { Fault } from './fault.js';

type Side = (house: House, random: Random) => readonly Wire[];

const oneApiToClients: Side = ({ apis }, random) => [random.pick(apis).toClients];
const oneApiToDatabase: Side = ({ apis }, random) => [random.pick(apis).toDatabase];
const oneWorkerToDatabase: Side = ({ workers }, random) => [random.pick(workers).toDatabase];
const everybodyToDatabase: Side = ({ stations }) => stations.map(({ toDatabase }) => toDatabase);

/** A wire that is ill for a while and, when it gets well, at times loses what it kept. */
function illness(name: string, mood: Mood, mostMs: number, side: Side): Fault {
  return {
    name,
    strike: async (house, random) => {
      const wires = side(house, random);
      for (const wire of wires) wire.become(mood);
      await sleep(random.whole(mostMs / 4, mostMs));
      for (const wire of wires) {
        if (mood !== 'slow' && random.chance(0.5)) wire.reset();
        wire.become('whole');
      }
    },
  };
}

function resets(name: string, side: Side): Fault {
  return {
    name,
    strike: async (house, random) => {
      const wires = side(house, random);
      for (let times = random.whole(2, 6); times > 0; times -= 1) {
        for (const wire of wires) wire.reset();
        await sleep(random.whole(50, 300));
      }
    },
  };
}

export const NETWORKS: readonly Fault[] = [
  resets('resets between clients and an API process', oneApiToClients),
  illness('answers to clients dropped', 'deaf', 1_500, oneApiToClients),
  illness('slow line to clients', 'slow', 2_000, oneApiToClients),
  illness('black hole between clients and an API process', 'silent', 4_000, oneApiToClients),
  resets('resets between an API process and PostgreSQL', oneApiToDatabase),
  illness('answers of PostgreSQL dropped', 'deaf', 3_000, oneApiToDatabase),
  illness('slow line to PostgreSQL', 'slow', 2_000, oneApiToDatabase),
  illness('black hole between an API process and PostgreSQL', 'silent', 6_000, oneApiToDatabase),
  illness('black hole between a worker and PostgreSQL', 'silent', 8_000, oneWorkerToDatabase),
  resets('resets between everybody and PostgreSQL', everybodyToDatabase),
  illness('PostgreSQL out of reach for everybody', 'cut', 2_500, everybodyToDatabase),
];

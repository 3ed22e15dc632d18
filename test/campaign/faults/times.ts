import { setTimeout as sleep } from 'node:timers/promises';
import { moveTowardsMidnight } from '../movable-day.js';
import type { Fault } from './fault.js';

export const TIMES: readonly Fault[] = [
  {
    name: 'clocks of processes step by 25 hours',
    inject: async ({ nodes }, random) => {
      for (let times = 0; times < 4; times += 1) {
        random.pick(nodes).signal('SIGUSR2');
        await sleep(random.whole(50, 300));
      }
    },
  },
  {
    name: 'midnight in the middle of a burst',
    prepare: ({ database }) => moveTowardsMidnight(database.url, 2),
    inject: () => sleep(2_500),
  },
];

import { getHeapStatistics } from 'node:v8';
import { taskRunner } from '../../dist/src/platform/threads/assignment.js';

export default taskRunner({
  /** Allocates memory until none is left. */
  greedy() {
    const taken = [];
    for (;;) taken.push({ length: taken.length });
  },
  /** Never returns. */
  endless() {
    for (;;);
  },
  /** Spends its time in one regular expression. */
  backtracking: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  /** Leaves 70 MB of garbage. */
  wasteful: () => Array.from({ length: 70 }, () => Array.from({ length: 2 ** 17 }, () => 0)).length,
  /** Returns the size of the heap, in MB. */
  heap: () => getHeapStatistics().total_heap_size / 1e6,
});

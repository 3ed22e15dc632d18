import { taskRunner } from '../../dist/src/platform/threads/assignment.js';

export default taskRunner({
  /** Takes memory until there is none. */
  greedy() {
    const taken = [];
    for (;;) taken.push({ length: taken.length });
  },
  /** Never comes back. */
  endless() {
    for (;;);
  },
  /** Spends its time within one regular expression. */
  backtracking: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
});

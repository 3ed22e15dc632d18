import type { Recovery } from '../recovery.js';

/** Maximum time from a promotion until writes are accepted again, in ms (contract 12). */
const MAX_MS = 15_000;

/** Checks that every API process accepted writes again in time. */
export const checkRecovery = ({ everywhere }: Recovery): string[] =>
  everywhere <= MAX_MS
    ? []
    : [`writes were accepted again ${Math.round(everywhere)} ms after the promotion`];

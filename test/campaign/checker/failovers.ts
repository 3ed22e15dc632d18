import type { Recovery } from '../recovery.js';

/** The most time from a promotion until writes are accepted again (contract 12). */
const MAX_MS = 15_000;

/** Whether writes were accepted again in time, by every process. */
export const checkRecovery = ({ everywhere }: Recovery): string[] =>
  everywhere <= MAX_MS
    ? []
    : [`writes were accepted again ${Math.round(everywhere)} ms after the promotion`];

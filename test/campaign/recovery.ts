import type { History } from './history.js';

/** Times from a promotion until writes are accepted again, in ms. A time is `Infinity` if no write is accepted. */
export interface Recovery {
  /** Time until the first process accepts a write. */
  readonly first: number;
  /** Time until all processes accept writes. */
  readonly everywhere: number;
}

/** Computes the recovery of the API processes `names` from the accepted writes that were sent after a promotion. */
export function recoveryOf(
  { intents }: History,
  promoted: number,
  names: readonly string[],
): Recovery {
  const accepted = intents
    .flatMap(({ attempts }) => attempts)
    .filter(({ reply, from }) => reply?.status === 200 && !reply.replayed && from >= promoted);
  const times = names.map((name) =>
    Math.min(...accepted.filter(({ node }) => node === name).map(({ to }) => to - promoted)),
  );
  return { first: Math.min(...times), everywhere: Math.max(...times) };
}

/** Maximum time from a promotion until writes are accepted again, in ms (contract 12). */
const MAX_MS = 15_000;

/** Checks that every API process accepted writes again in time. */
export const checkRecovery = ({ everywhere }: Recovery): string[] =>
  everywhere <= MAX_MS
    ? []
    : [`writes were accepted again ${Math.round(everywhere)} ms after the promotion`];

import type { Failover } from './faults/fault.js';
import type { History } from './history.js';

/** How soon writes were accepted again after a promotion, in milliseconds; infinite where none was. */
export interface Recovery {
  /** By any process. */
  readonly first: number;
  /** By all of them. */
  readonly everywhere: number;
}

/** Of writes that were sent after a promotion to these API processes. */
export function recoveryOf(
  { intents }: History,
  { promoted }: Failover,
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

import type { Connection, Operation } from '../load.js';
import type { Target } from '../stage.js';

/** What one round has at its disposal. */
export interface Round {
  readonly target: Target;
  /** One for each caller. */
  readonly connections: readonly Connection[];
}

/** One kind of load. */
export interface Phase {
  readonly name: string;
  /** What is compared with the floor and with plain Nest. */
  readonly server: 'service' | 'api';
  /** Whether plain Nest takes part: it has the routes of the load, and no more. */
  readonly nest?: boolean;
  /** Callers at once. */
  readonly callers: number;
  /** Makes what all rounds need; it counts for nothing. */
  prepare?(target: Target): Promise<void>;
  /** Makes what this round needs, and says what its callers do; only what they do counts. */
  begin(round: Round): Promise<Operation[]>;
}

/** So many callers as the figures of the project's plans are for. */
export const CALLERS = 16;

import type { Connection, Operation } from '../load.js';
import type { Target } from '../stage.js';

/** The server and the connections of one round. */
export interface Round {
  readonly target: Target;
  /** One connection per caller. */
  readonly connections: readonly Connection[];
}

/** One kind of load. */
export interface Phase {
  readonly name: string;
  /** The server that is compared with the floor and with plain Nest. */
  readonly server: 'service' | 'api';
  /** Whether plain Nest has the routes of this phase, and takes part. */
  readonly nest?: boolean;
  readonly callers: number;
  /** Prepares all rounds. This preparation is not measured. */
  prepare?(target: Target): Promise<void>;
  /** Prepares one round, and returns the operation of each caller. Only these operations are measured. */
  begin(round: Round): Promise<Operation[]>;
}

/** Number of concurrent callers in most phases. */
export const CALLERS = 16;

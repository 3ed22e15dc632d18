import type { Actor } from '../keys/actor.js';

/** An operator who writes for an account: without a key, its scopes and its quota (CONTRACT 10). */
export interface OperatorWriter {
  readonly door: 'operator';
  /** The login name of the person at the shell. */
  readonly operator: string;
  readonly accountId: string;
  readonly accountName: string;
  /** The same for all writes of one command. */
  readonly requestId: string;
}

/** Who may have a write accepted. */
export type Writer = Actor | OperatorWriter;

import type { EntityManager } from 'typeorm';
import type { Statement } from '../platform/database/statement.js';

/** What the change of an accepted write gives: the answer to keep, and the content it leaves out. */
export interface WorkDone<A extends object> {
  readonly answer: A;
  readonly content: string;
}

/** A whole accepted write in one statement: see `acceptAtOnce`. */
export interface AtOnce {
  readonly statement: Statement;
  /** The parameters of the change in it. */
  readonly values: readonly unknown[];
}

/** A change in its two forms, which do the same. */
export interface Change<A extends object> {
  /** `null` where it can only be refused. */
  readonly atOnce: AtOnce | null;
  /** The change alone, in a transaction: it finds out what stands in the way, and throws that. */
  inSteps(tx: EntityManager): Promise<WorkDone<A>>;
}

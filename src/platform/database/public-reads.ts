import type { Statement } from './statement.js';

/**
 * Where the public site reads. An answer holds at least what anybody could have seen before it was
 * asked for, so that a document is public and found wherever a caller was told so (CONTRACT 3, 9).
 */
export abstract class PublicReads {
  /** Runs one statement that changes nothing. */
  abstract rows<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

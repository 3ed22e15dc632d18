import { Injectable } from '@nestjs/common';
import { type Share, Shares } from './shares.js';
import type { Statement } from './statement.js';

/**
 * Where the public site reads; statements take turns by their names, so that many searches hold up no page.
 * An answer holds at least what anybody could have seen before it was asked for, so that a document is
 * public and found wherever a caller was told so (contract 3, 9).
 */
export abstract class PublicReads {
  /**
   * Runs one statement that changes nothing.
   * @throws DatabaseBusy where no connection is free in time
   */
  abstract rows<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** The site's share of the connections to the primary. */
@Injectable()
export class PrimaryReads extends PublicReads {
  private readonly share: Share;

  constructor(shares: Shares) {
    super();
    this.share = shares.of('publicReads');
  }

  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.share.run(statement.name, (connection) => connection.rows(statement, values));
  }
}

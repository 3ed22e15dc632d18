import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { ClientInfo } from '../keys/actor.js';
import { AccountReads, AccountWrites } from '../platform/database/database.js';
import type { ApprovedVia } from '../releases/release-facts.js';
import { Decision } from './decision.entity.js';
import { READ_LATELY, READ_QUEUE, SEND_BACK } from './decisions.statements.js';

/** A revision that waits for a decision. */
export interface WaitingRow {
  readonly id: string;
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  readonly title: string;
  readonly changeNote: string;
  readonly authorKind: string;
  readonly authorName: string;
  /** The key that wrote it; `null`: an operator. */
  readonly keyName: string | null;
  readonly client: ClientInfo | null;
  /** RFC 3339, UTC. */
  readonly since: string;
  readonly publishedVersion: number | null;
}

/** A decision as the desk lists it. */
export interface DecidedRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly locale: string;
  readonly outcome: Decision['outcome'];
  readonly by: string | null;
  readonly via: ApprovedVia | null;
  readonly note: string;
  readonly keyName: string | null;
  /** RFC 3339, UTC. */
  readonly at: string;
}

@Injectable()
export class DecisionsRepository {
  constructor(
    @InjectRepository(Decision) private readonly decisions: Repository<Decision>,
    private readonly reads: AccountReads,
    private readonly writes: AccountWrites,
  ) {}

  /** Whether the revision was sent back by this; not where something came between. */
  async sendBack(
    values: Parameters<typeof SEND_BACK.values>[0],
    timeoutMs: number,
  ): Promise<boolean> {
    const rows = await this.writes.run(values.accountId, timeoutMs, (connection) =>
      connection.rows(SEND_BACK, SEND_BACK.values(values)),
    );
    return rows.length > 0;
  }

  /** The decision that sent a revision back; `null`: none did. */
  returnedOf(accountId: string, publicationId: string, version: number): Promise<Decision | null> {
    return this.decisions.findOneBy({ accountId, publicationId, version, outcome: 'returned' });
  }

  /** The longest waiting first. */
  queue(accountId: string, limit: number, offset: number): Promise<WaitingRow[]> {
    return this.reads.rows(accountId, READ_QUEUE, [accountId, limit, offset]);
  }

  /** The newest first. */
  lately(accountId: string, limit: number): Promise<DecidedRow[]> {
    return this.reads.rows(accountId, READ_LATELY, [accountId, limit]);
  }
}

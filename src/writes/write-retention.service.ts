import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { WorkerDatabase } from '../platform/database/database.js';
import { DELETE_AUDIT_ROWS, EMPTY_RECORDS } from './write-retention.statements.js';

/** Rows a statement: small enough never to hold a lock that anybody notices. */
const BATCH = 500;

/** Lets accepted writes age: first out of idempotency, then out of the audit (CONTRACT 5). */
@Injectable()
export class WriteRetentionService {
  constructor(
    private readonly database: WorkerDatabase,
    private readonly config: Config,
  ) {}

  /** Does one batch; true where there may be more. Any number of workers may do so at once. */
  async age(): Promise<boolean> {
    const { idempotencyTtlDays, auditRetentionDays } = this.config;
    const emptied = await this.database.rows(EMPTY_RECORDS, [idempotencyTtlDays, BATCH]);
    const deleted =
      auditRetentionDays === 0
        ? []
        : await this.database.rows(DELETE_AUDIT_ROWS, [auditRetentionDays, BATCH]);
    return emptied.length === BATCH || deleted.length === BATCH;
  }
}

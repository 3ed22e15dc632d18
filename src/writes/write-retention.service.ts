import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';

/** Empties at most $2 idempotency records that are older than $1 days. Skips rows that another worker has locked. */
const EMPTY_RECORDS: Statement = {
  name: 'write_empty_records',
  text: `
    WITH old AS (
      SELECT id FROM accepted_write
      WHERE idempotency_key IS NOT NULL AND created_at < now() - $1 * interval '1 day'
      ORDER BY created_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE accepted_write w
    SET idempotency_key = NULL, fingerprint = NULL, fingerprint_format = NULL, answer = NULL
    FROM old WHERE w.id = old.id
    RETURNING w.id`,
};

/**
 * Deletes at most $2 audit rows that are older than $1 days and whose idempotency record is empty. The rows of publishes
 * stay, because evidence is checked with them.
 */
const DELETE_AUDIT_ROWS: Statement = {
  name: 'write_delete_audit_rows',
  text: `
    WITH old AS (
      SELECT id FROM accepted_write
      WHERE idempotency_key IS NULL AND operation <> 'publish' AND created_at < now() - $1 * interval '1 day'
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM accepted_write w USING old WHERE w.id = old.id
    RETURNING w.id`,
};

/**
 * Number of rows per statement. The number is small, so that other statements do not wait long for the locks of these
 * rows.
 */
const BATCH = 500;

/** Removes old accepted writes: first their idempotency records, then their audit rows (contract 5). */
@Injectable()
export class WriteRetentionService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Empties one batch of idempotency records, and deletes one batch of audit rows. Returns whether more rows may be
   * left. Several workers may call this function at the same time.
   */
  async age(): Promise<boolean> {
    const { idempotencyTtlDays, auditRetentionDays } = this.config;
    const emptied = await this.database.worker.rows(EMPTY_RECORDS, [idempotencyTtlDays, BATCH]);
    const deleted =
      auditRetentionDays === 0
        ? []
        : await this.database.worker.rows(DELETE_AUDIT_ROWS, [auditRetentionDays, BATCH]);
    return emptied.length === BATCH || deleted.length === BATCH;
  }
}

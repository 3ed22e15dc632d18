import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/connection.js';
import { writeToken } from './preview-token.js';
import { READ_SECRET, RENEW_SECRET } from './previews.statements.js';

const SECRET_BYTES = 32;

/**
 * Issues and revokes the addresses of previews. Addresses are not stored, because each address contains a signed token.
 */
@Injectable()
export class PreviewAddresses {
  constructor(
    private readonly database: Database,
    private readonly actions: OperatorActions,
    private readonly config: Config,
  ) {}

  /**
   * Makes the preview address of a revision, which must belong to the account. The address is valid for
   * `PREVIEW_TTL_HOURS` (contract 4, `view: preview`).
   */
  async addressOf(accountId: string, publicationId: string, revision: number) {
    const { publicBaseUrl, previewTtlHours } = this.config;
    const [row] = await this.database.accountRows<{ secret: Buffer; end: number }>(
      accountId,
      READ_SECRET,
      [previewTtlHours],
    );
    const { secret, end } = row!;
    return {
      url: `${publicBaseUrl}/preview/${writeToken({ publicationId, revision, end }, secret)}`,
      revision,
      expiresAt: new Date(end * 1_000).toISOString(),
    };
  }

  /**
   * Derives a signing key for a `purpose` other than previews. `revokeAll` also invalidates the signatures made with
   * this key.
   * @returns the key, and the time of the database in seconds since the epoch
   */
  async derivedKey(
    accountId: string,
    purpose: string,
  ): Promise<{ readonly key: Buffer; readonly now: number }> {
    const [row] = await this.database.accountRows<{ secret: Buffer; end: number }>(
      accountId,
      READ_SECRET,
      [0],
    );
    const { secret, end: now } = row!;
    return { key: createHmac('sha256', secret).update(purpose).digest(), now };
  }

  /**
   * Revokes all addresses that were issued so far. From the commit on, every process refuses these addresses
   * (contract 10).
   */
  async revokeAll(): Promise<{ readonly revokedAt: Date }> {
    return this.database.transaction(async (tx) => {
      const [row] = await run<{ revokedAt: Date }>(tx, RENEW_SECRET, [randomBytes(SECRET_BYTES)]);
      await this.actions.record(tx, { action: 'previews revoke', accountId: null, details: {} });
      return row!;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Reads } from '../platform/database/statement.js';
import { NO_ID } from '../platform/ids/ids.js';
import { READ_UPLOAD } from './pictures.statements.js';
import {
  isUploadSigned,
  readUploadToken,
  type UploadClaim,
  writeUploadToken,
} from './upload-token.js';

/** A picture that a revision names but the account does not have, with the address for its upload (contract 14). */
export interface MissingPicture {
  readonly sha256: string;
  readonly uploadUrl: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly expiresAt: string;
}

interface Standing {
  readonly secret: Buffer;
  readonly now: number;
  readonly isOpen: boolean;
}

const HOUR_S = 3_600;

/**
 * Issues and checks upload addresses. Addresses are not stored. An address is computed from the account, the picture
 * and the time of the write, so a replay of the write contains the same address. An address is valid for an hour. It
 * becomes invalid earlier if the account gets the picture.
 */
@Injectable()
export class UploadAddresses {
  private secret: Promise<Buffer> | undefined;

  constructor(private readonly database: Database) {}

  /** Makes an address for each picture, valid for an hour. @param acceptedAt when the write was accepted (RFC 3339) */
  async of(
    accountId: string,
    pictures: readonly string[],
    acceptedAt: string,
    publicBaseUrl: string,
  ): Promise<MissingPicture[]> {
    const secret = await this.signingSecret();
    const end = Math.ceil(Date.parse(acceptedAt) / 1_000) + HOUR_S;
    return pictures.map((sha256) => ({
      sha256,
      uploadUrl: `${publicBaseUrl}/api/v1/uploads/${writeUploadToken({ accountId, sha256, end }, secret)}`,
      expiresAt: new Date(end * 1_000).toISOString(),
    }));
  }

  /**
   * Returns the upload that a token allows; `undefined` if the token allows no upload. Reads the database even for a
   * malformed token, so that answer and response time do not reveal why a token is refused.
   */
  async claimOf(text: string): Promise<UploadClaim | undefined> {
    const token = readUploadToken(text);
    const { secret, now, isOpen } = await this.standing(token, this.database);
    const holds = isUploadSigned(token, secret) && token.end > now && isOpen;
    return holds ? token : undefined;
  }

  /** Whether the upload that `claimOf` returned is still allowed. @param reads runs the check, maybe in a transaction */
  async isOpen(claim: UploadClaim, reads: Pick<Reads, 'rows'>): Promise<boolean> {
    const { now, isOpen } = await this.standing(claim, reads);
    return claim.end > now && isOpen;
  }

  private async standing(
    { accountId, sha256 }: UploadClaim,
    reads: Pick<Reads, 'rows'>,
  ): Promise<Standing> {
    const [row] = await reads.rows<Standing>(READ_UPLOAD, [accountId, sha256]);
    return row!;
  }

  private signingSecret(): Promise<Buffer> {
    this.secret ??= this.readSecret();
    this.secret.catch(() => (this.secret = undefined));
    return this.secret;
  }

  private async readSecret(): Promise<Buffer> {
    const [row] = await this.database.rows<Standing>(READ_UPLOAD, [NO_ID, '']);
    return row!.secret;
  }
}

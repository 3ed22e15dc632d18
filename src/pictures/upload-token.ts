import { type SignedToken, TokenFormat } from '../platform/ids/signed-token.js';

/** The permission of an upload address: to upload one picture for one account before `end`. */
export interface UploadClaim {
  /** A UUID. */
  readonly accountId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Seconds since the epoch. */
  readonly end: number;
}

export type UploadToken = UploadClaim & SignedToken;

/** Lengths in bytes: the claim (format, account, SHA-256, end) and the signature. A token has 96 characters as text. */
const UPLOAD = new TokenFormat(1 + 16 + 32 + 4, 19);

export function writeUploadToken({ accountId, sha256, end }: UploadClaim, secret: Buffer): string {
  const claim = UPLOAD.newClaim();
  claim.write(accountId.replaceAll('-', ''), 1, 'hex');
  claim.write(sha256, 17, 'hex');
  claim.writeUInt32BE(end, 49);
  return UPLOAD.write(claim, secret);
}

/** Parses a token. Does not check its signature; `isUploadSigned` does. */
export function readUploadToken(text: string): UploadToken {
  const { claim, mac } = UPLOAD.read(text);
  const uuid = claim.toString('hex', 1, 17);
  return {
    accountId: uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    sha256: claim.toString('hex', 17, 49),
    end: claim.readUInt32BE(49),
    claim,
    mac,
  };
}

export const isUploadSigned = (token: UploadToken, secret: Buffer): boolean =>
  UPLOAD.isSigned(token, secret);

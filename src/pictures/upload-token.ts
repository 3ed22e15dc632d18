import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an upload address allows: one account to upload one picture, until a moment. */
export interface UploadClaim {
  /** A UUID. */
  readonly accountId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Seconds since the epoch. */
  readonly end: number;
}

/** A token, taken apart; whoever reads it knows nothing yet of whether it is ours. */
export interface UploadToken extends UploadClaim {
  readonly claim: Buffer;
  readonly mac: Buffer;
}

/** Of the format, so that a later one is told from this. */
const FORMAT = 1;
const CLAIM_BYTES = 1 + 16 + 32 + 4;
/** Of HMAC-SHA-256; with them a token is a multiple of three bytes, which base64url spells in one way. */
const MAC_BYTES = 19;
const SHAPE = /^[A-Za-z0-9_-]{96}$/;

const macOf = (secret: Buffer, claim: Buffer): Buffer =>
  createHmac('sha256', secret).update(claim).digest().subarray(0, MAC_BYTES);

/** Signs a claim: 96 characters of base64url, the same each time. */
export function writeUploadToken({ accountId, sha256, end }: UploadClaim, secret: Buffer): string {
  const claim = Buffer.alloc(CLAIM_BYTES);
  claim.writeUInt8(FORMAT, 0);
  claim.write(accountId.replaceAll('-', ''), 1, 'hex');
  claim.write(sha256, 17, 'hex');
  claim.writeUInt32BE(end, 49);
  return Buffer.concat([claim, macOf(secret, claim)]).toString('base64url');
}

/** What any text that is no token is read as: it allows nothing, and nobody has signed it. */
const NOTHING = Buffer.alloc(CLAIM_BYTES + MAC_BYTES);

/** Takes a token apart; whatever is none is refused by the same steps as any other. */
export function readUploadToken(text: string): UploadToken {
  const decoded = SHAPE.test(text) ? Buffer.from(text, 'base64url') : NOTHING;
  const bytes = decoded[0] === FORMAT ? decoded : NOTHING;
  const uuid = bytes.toString('hex', 1, 17);
  return {
    accountId: uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    sha256: bytes.toString('hex', 17, 49),
    end: bytes.readUInt32BE(49),
    claim: bytes.subarray(0, CLAIM_BYTES),
    mac: bytes.subarray(CLAIM_BYTES),
  };
}

/** Whether a token was signed with this secret; compares in constant time. */
export const isUploadSigned = ({ claim, mac }: UploadToken, secret: Buffer): boolean =>
  timingSafeEqual(mac, macOf(secret, claim));

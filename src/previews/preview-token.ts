import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the token of a preview names: one revision, until a moment. */
export interface PreviewClaim {
  /** A UUID, with its hyphens or without. */
  readonly publicationId: string;
  readonly revision: number;
  /** Seconds since the epoch. */
  readonly end: number;
}

/** A token, taken apart; whoever reads it knows nothing yet of whether it is ours. */
export interface PreviewToken extends PreviewClaim {
  readonly claim: Buffer;
  readonly mac: Buffer;
}

/** Of the format, so that a later one is told from this. */
const FORMAT = 1;
const CLAIM_BYTES = 1 + 16 + 4 + 4;
/** Of HMAC-SHA-256; with them a token is a multiple of three bytes, which base64url spells in one way. */
const MAC_BYTES = 20;
const SHAPE = /^[A-Za-z0-9_-]{60}$/;

const macOf = (secret: Buffer, claim: Buffer): Buffer =>
  createHmac('sha256', secret).update(claim).digest().subarray(0, MAC_BYTES);

/** Signs a claim: 60 characters of base64url, fit for an address. */
export function writeToken({ publicationId, revision, end }: PreviewClaim, secret: Buffer): string {
  const claim = Buffer.alloc(CLAIM_BYTES);
  claim.writeUInt8(FORMAT, 0);
  claim.write(publicationId.replaceAll('-', ''), 1, 'hex');
  claim.writeInt32BE(revision, 17);
  claim.writeUInt32BE(end, 21);
  return Buffer.concat([claim, macOf(secret, claim)]).toString('base64url');
}

/** What any text that is no token is read as: it names nothing, and nobody has signed it. */
const NOTHING = Buffer.alloc(CLAIM_BYTES + MAC_BYTES);

/** Takes a token apart; whatever is none names nothing, so that it is refused by the same steps as any other. */
export function readToken(text: string): PreviewToken {
  const decoded = SHAPE.test(text) ? Buffer.from(text, 'base64url') : NOTHING;
  const bytes = decoded[0] === FORMAT ? decoded : NOTHING;
  return {
    publicationId: bytes.toString('hex', 1, 17),
    revision: bytes.readInt32BE(17),
    end: bytes.readUInt32BE(21),
    claim: bytes.subarray(0, CLAIM_BYTES),
    mac: bytes.subarray(CLAIM_BYTES),
  };
}

/** Whether a token was signed with this secret; compares in constant time. */
export const isSigned = ({ claim, mac }: PreviewToken, secret: Buffer): boolean =>
  timingSafeEqual(mac, macOf(secret, claim));

import { createHmac, timingSafeEqual } from 'node:crypto';

/** A token, taken apart; whoever reads it knows nothing yet of whether it is ours. */
export interface SignedToken {
  /** What it allows; its first byte is the format, so that a later one is told from this. */
  readonly claim: Buffer;
  readonly mac: Buffer;
}

const FORMAT = 1;
const BASE64URL = /^[A-Za-z0-9_-]*$/;

/** Signs claims of one length with HMAC-SHA-256, as text that fits an address. */
export class TokenFormat {
  /** What any text that is no token is read as: it allows nothing, and nobody has signed it. */
  private readonly nothing: Buffer;
  private readonly textLength: number;

  /** @param claimBytes with `macBytes` a multiple of three, which base64url spells in one way */
  constructor(
    private readonly claimBytes: number,
    private readonly macBytes: number,
  ) {
    this.nothing = Buffer.alloc(claimBytes + macBytes);
    this.textLength = ((claimBytes + macBytes) / 3) * 4;
  }

  /** A claim to fill from its second byte on. */
  newClaim(): Buffer {
    const claim = Buffer.alloc(this.claimBytes);
    claim.writeUInt8(FORMAT, 0);
    return claim;
  }

  /** The same text for the same claim and secret. */
  write(claim: Buffer, secret: Buffer): string {
    return Buffer.concat([claim, this.macOf(claim, secret)]).toString('base64url');
  }

  /** Takes a token apart; whatever is none is refused by the same steps as any other. */
  read(text: string): SignedToken {
    const isShaped = text.length === this.textLength && BASE64URL.test(text);
    const decoded = isShaped ? Buffer.from(text, 'base64url') : this.nothing;
    const bytes = decoded[0] === FORMAT ? decoded : this.nothing;
    return { claim: bytes.subarray(0, this.claimBytes), mac: bytes.subarray(this.claimBytes) };
  }

  /** Whether a token was signed with this secret; compares in constant time. */
  isSigned({ claim, mac }: SignedToken, secret: Buffer): boolean {
    return timingSafeEqual(mac, this.macOf(claim, secret));
  }

  private macOf(claim: Buffer, secret: Buffer): Buffer {
    return createHmac('sha256', secret).update(claim).digest().subarray(0, this.macBytes);
  }
}

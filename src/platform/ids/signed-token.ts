import { createHmac, timingSafeEqual } from 'node:crypto';

/** A parsed token, which may be forged until `isSigned` says otherwise. */
export interface SignedToken {
  /** What it allows; the first byte is the format, for later formats. */
  readonly claim: Buffer;
  readonly mac: Buffer;
}

const FORMAT = 1;
const BASE64URL = /^[A-Za-z0-9_-]*$/;

/** Signs claims of one length with HMAC-SHA-256, as text that fits an address. */
export class TokenFormat {
  /** Stands for any malformed token: it allows nothing, and no signature fits. */
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

  /** Parses a token; a malformed text takes the same steps as any other. */
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

import { createHmac, timingSafeEqual } from 'node:crypto';

/** A parsed token, which may be forged. `isSigned` checks whether the token is genuine. */
export interface SignedToken {
  /** The signed bytes, which state what the token allows. The first byte is the number of the format. */
  readonly claim: Buffer;
  readonly mac: Buffer;
}

const FORMAT = 1;
const BASE64URL = /^[A-Za-z0-9_-]*$/;

/** Signs claims of a fixed length with HMAC-SHA-256. The token is base64url text, for use in addresses. */
export class TokenFormat {
  /** Zero bytes, which replace every malformed token. `isSigned` refuses a token of zero bytes. */
  private readonly nothing: Buffer;
  private readonly textLength: number;

  /**
   * @param claimBytes length of a claim in bytes. The sum of `claimBytes` and `macBytes` must be a multiple of 3, so
   * that a token has only one encoding.
   */
  constructor(
    private readonly claimBytes: number,
    private readonly macBytes: number,
  ) {
    this.nothing = Buffer.alloc(claimBytes + macBytes);
    this.textLength = ((claimBytes + macBytes) / 3) * 4;
  }

  /** Makes a claim. The caller fills all bytes after the first byte. */
  newClaim(): Buffer {
    const claim = Buffer.alloc(this.claimBytes);
    claim.writeUInt8(FORMAT, 0);
    return claim;
  }

  /** Signs a claim. The same claim and secret always give the same text. */
  write(claim: Buffer, secret: Buffer): string {
    return Buffer.concat([claim, this.macOf(claim, secret)]).toString('base64url');
  }

  /** Parses a token. A malformed text is no error here: this method returns a token that `isSigned` refuses. */
  read(text: string): SignedToken {
    const isShaped = text.length === this.textLength && BASE64URL.test(text);
    const decoded = isShaped ? Buffer.from(text, 'base64url') : this.nothing;
    const bytes = decoded[0] === FORMAT ? decoded : this.nothing;
    return { claim: bytes.subarray(0, this.claimBytes), mac: bytes.subarray(this.claimBytes) };
  }

  /** Whether a token was signed with `secret`. The comparison takes constant time. */
  isSigned({ claim, mac }: SignedToken, secret: Buffer): boolean {
    return timingSafeEqual(mac, this.macOf(claim, secret));
  }

  private macOf(claim: Buffer, secret: Buffer): Buffer {
    return createHmac('sha256', secret).update(claim).digest().subarray(0, this.macBytes);
  }
}

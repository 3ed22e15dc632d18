import { type SignedToken, TokenFormat } from '../platform/ids/signed-token.js';

/** The permission of a preview token: to see one revision until `end`. */
interface PreviewClaim {
  /** A UUID, with or without hyphens. */
  readonly publicationId: string;
  readonly revision: number;
  /** Seconds since the epoch. */
  readonly end: number;
}

type PreviewToken = PreviewClaim & SignedToken;

/** Bytes of the claim (format, publication, revision, end) and of the signature. As text, a token has 60 characters. */
const PREVIEW = new TokenFormat(1 + 16 + 4 + 4, 20);

export function writeToken({ publicationId, revision, end }: PreviewClaim, secret: Buffer): string {
  const claim = PREVIEW.newClaim();
  claim.write(publicationId.replaceAll('-', ''), 1, 'hex');
  claim.writeInt32BE(revision, 17);
  claim.writeUInt32BE(end, 21);
  return PREVIEW.write(claim, secret);
}

/** Parses a token without checking its signature. A malformed text gives a token that `isSigned` refuses. */
export function readToken(text: string): PreviewToken {
  const { claim, mac } = PREVIEW.read(text);
  return {
    publicationId: claim.toString('hex', 1, 17),
    revision: claim.readInt32BE(17),
    end: claim.readUInt32BE(21),
    claim,
    mac,
  };
}

/** Whether the token was signed with this secret. */
export const isSigned = (token: PreviewToken, secret: Buffer): boolean =>
  PREVIEW.isSigned(token, secret);

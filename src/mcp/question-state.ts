import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the question told the person about the document. If that changes, the question is no longer valid. */
export interface Told {
  /** Whether the revision had been sent back. */
  readonly isReturned: boolean;
  /** When the document had been withdrawn, RFC 3339; `null` if it had not. */
  readonly withdrawnAt: string | null;
}

/** A question of this service, as its state describes it. */
export interface AskedQuestion extends Told {
  /** Expiry, in seconds since the epoch. */
  readonly end: number;
}

/** The call that caused a question. The repeated call, which contains the answer, must have the same values. */
export interface AskedCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly publicationId: string;
  /** The version that the person was shown. */
  readonly version: number;
  readonly idempotencyKey: string;
}

const macOf = (facts: string, call: AskedCall, secret: Buffer): Buffer => {
  const { accountId, keyId, publicationId, version, idempotencyKey } = call;
  // A JSON array is unambiguous, even if a member contains a separator.
  const signed = [facts, accountId, keyId, publicationId, version, idempotencyKey];
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
};

/**
 * Makes the state of a question. The client returns this state with the answer, as proof that this service asked about
 * this version in this call, and told the person these facts. Besides these facts, the state reveals nothing about the
 * call.
 * @param end expiry, in seconds since the epoch
 */
export function writeState(
  call: AskedCall,
  { end, isReturned, withdrawnAt }: AskedQuestion,
  secret: Buffer,
): string {
  const withdrawn = withdrawnAt === null ? '' : Date.parse(withdrawnAt);
  const facts = `${end}.${isReturned ? 1 : 0}.${withdrawn}`;
  return `${facts}.${macOf(facts, call, secret).toString('base64url')}`;
}

/** Reads the state of a question; `undefined` if the state was not issued for this call. */
export function readState(
  state: string,
  call: AskedCall,
  secret: Buffer,
): AskedQuestion | undefined {
  const [, facts, end, isReturned, withdrawn, mac] =
    /^((\d{1,12})\.([01])\.(\d{0,15}))\.([\w-]{43})$/.exec(state) ?? [];
  if (facts === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(facts, call, secret));
  if (!isOurs) return undefined;
  return {
    end: Number(end),
    isReturned: isReturned === '1',
    withdrawnAt: withdrawn === '' ? null : new Date(Number(withdrawn)).toISOString(),
  };
}

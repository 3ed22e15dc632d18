import { createHmac, timingSafeEqual } from 'node:crypto';

/** The call that led to a question; the call with the answer must be the same. */
export interface AskedCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly publicationId: string;
  /** The version that the person was shown. */
  readonly version: number;
  readonly idempotencyKey: string;
}

const macOf = (end: string, call: AskedCall, secret: Buffer): Buffer => {
  const { accountId, keyId, publicationId, version, idempotencyKey } = call;
  // A JSON array is unambiguous, whatever its members contain.
  const signed = [end, accountId, keyId, publicationId, version, idempotencyKey];
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
};

/**
 * The state of a question, which comes back with its answer: it proves that this service asked, about this version and
 * this call. It contains an end and a signature, so that the client learns nothing and can change nothing.
 * @param end seconds since the epoch
 */
export const writeState = (call: AskedCall, end: number, secret: Buffer): string =>
  `${end}.${macOf(String(end), call, secret).toString('base64url')}`;

/** The end of a state, in seconds since the epoch; `undefined`: it was not issued for this call. */
export function endOfState(state: string, call: AskedCall, secret: Buffer): number | undefined {
  const [, end, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(state) ?? [];
  if (end === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(end, call, secret));
  return isOurs ? Number(end) : undefined;
}

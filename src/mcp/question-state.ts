import { createHmac, timingSafeEqual } from 'node:crypto';

/** The call that caused a question. The repeated call, which contains the answer, must have the same values. */
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
  // A JSON array is unambiguous, even if a member contains a separator.
  const signed = [end, accountId, keyId, publicationId, version, idempotencyKey];
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
};

/**
 * Makes the state of a question. The client returns this state with the answer, as proof that this service asked about
 * this version in this call. The state has only an expiry and a signature, so it reveals nothing about the call.
 * @param end expiry, in seconds since the epoch
 */
export const writeState = (call: AskedCall, end: number, secret: Buffer): string =>
  `${end}.${macOf(String(end), call, secret).toString('base64url')}`;

/** Reads the expiry of a state, in seconds since the epoch; `undefined` if the state was not issued for this call. */
export function endOfState(state: string, call: AskedCall, secret: Buffer): number | undefined {
  const [, end, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(state) ?? [];
  if (end === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(end, call, secret));
  return isOurs ? Number(end) : undefined;
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The call that a question was asked for: nothing of it may differ when the answer comes. */
export interface AskedCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly publicationId: string;
  /** That was shown. */
  readonly version: number;
  readonly idempotencyKey: string;
}

const macOf = (end: string, call: AskedCall, secret: Buffer): Buffer => {
  const { accountId, keyId, publicationId, version, idempotencyKey } = call;
  // An array of JSON has one reading, whatever its members hold.
  const signed = [end, accountId, keyId, publicationId, version, idempotencyKey];
  return createHmac('sha256', secret).update(JSON.stringify(signed)).digest();
};

/**
 * What travels with a question and comes back with its answer: proof that we asked, about this very version, with
 * this call. It holds nothing but its end and a signature, so that the client learns nothing and can change nothing.
 * @param end seconds since the epoch
 */
export const writeState = (call: AskedCall, end: number, secret: Buffer): string =>
  `${end}.${macOf(String(end), call, secret).toString('base64url')}`;

/** When a state ends, in seconds since the epoch; `undefined`: it is none that we gave out for this call. */
export function endOfState(state: string, call: AskedCall, secret: Buffer): number | undefined {
  const [, end, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(state) ?? [];
  if (end === undefined || mac === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(end, call, secret));
  return isOurs ? Number(end) : undefined;
}

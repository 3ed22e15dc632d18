import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Session } from './desk-sessions.service.js';
import { DeskError } from './desk.errors.js';

/** A request that `DeskGuard` has accepted. */
export interface DeskRequest extends ServiceRequest {
  /** `undefined` if there is no valid session; pages then show the sign-in form. */
  session?: Session | undefined;
  /** Whether the request has a session cookie, even if that session has ended. */
  hadSession: boolean;
  /** The fields of the form that a POST sends; empty for other methods. */
  form: URLSearchParams;
}

const COOKIE = 'imprimatur_desk';
const TOKEN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`);

/** Returns the session token in the cookie of a request. Does not check the token; callers must look up its session. */
export const sessionToken = ({ headers }: ServiceRequest): string | undefined =>
  TOKEN.exec(headers.cookie ?? '')?.[1];

/**
 * Makes the value of `Set-Cookie`. The value stores the token; if the token is `null`, the value removes the cookie.
 */
export function sessionCookie(token: string | null, publicBaseUrl: string): string {
  const secure = publicBaseUrl.startsWith('https:') ? '; Secure' : '';
  const value = token === null ? `; Max-Age=0` : '';
  return `${COOKIE}=${token ?? ''}; Path=/desk; HttpOnly; SameSite=Strict${secure}${value}`;
}

/** Maximum size of a form, in bytes. The longest note, percent-encoded, has less than half of this size. */
const MAX_FORM_BYTES = 64 * 1024;

/** Reads the form of a POST. @throws DeskError 413 if the form is too large, 415 if the body is not a form */
export async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  if (request.is('application/x-www-form-urlencoded') === false) throw unreadable(415, NO_FORM);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) throw unreadable(413, TOO_LONG);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

const NO_FORM =
  'It is no form (application/x-www-form-urlencoded). Open the desk and decide there.';
const TOO_LONG = 'Go back in your browser and send a shorter note.';

const unreadable = (status: number, why: string): DeskError =>
  new DeskError(status, 'This form cannot be read', `Nothing was done. ${why}`);

import { withBody } from '../platform/http/body-reader.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Session } from './desk-sessions.service.js';
import { notAForm } from './desk.errors.js';

/** A request that `DeskGuard` has accepted. */
export interface DeskRequest extends ServiceRequest {
  /** `undefined` if there is no valid session; pages then show the sign-in form. */
  session?: Session | undefined;
  /** Whether the request has a session cookie, even if that session has ended. */
  hadSession: boolean;
  /** The fields of the form that a POST sends; empty for other methods. */
  form: URLSearchParams;
}

/** Name of the cookie, and its attributes. */
interface SessionCookie {
  readonly name: string;
  readonly attributes: string;
}

const PLAIN: SessionCookie = { name: 'imprimatur_desk', attributes: 'Path=/desk' };
/** Browsers take a cookie with this prefix only from this host over https, so no neighbouring host can set it. */
const OF_HOST: SessionCookie = { name: '__Host-imprimatur_desk', attributes: 'Path=/; Secure' };

const cookieAt = (publicBaseUrl: string): SessionCookie =>
  publicBaseUrl.startsWith('https:') ? OF_HOST : PLAIN;

/** Returns the session token in the cookie of a request. Does not check the token; callers must look up its session. */
export function sessionToken(
  { headers }: ServiceRequest,
  publicBaseUrl: string,
): string | undefined {
  const { name } = cookieAt(publicBaseUrl);
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}

/**
 * Makes the value of `Set-Cookie`. The value stores the token; if the token is `null`, the value removes the cookie.
 */
export function sessionCookie(token: string | null, publicBaseUrl: string): string {
  const { name, attributes } = cookieAt(publicBaseUrl);
  const end = token === null ? '; Max-Age=0' : '';
  return `${name}=${token ?? ''}; ${attributes}; HttpOnly; SameSite=Strict${end}`;
}

/** Maximum size of a form, in bytes. The longest note, percent-encoded, has less than half of this size. */
const MAX_FORM_BYTES = 64 * 1024;

/**
 * Reads the form of a POST, within the bounds for all bodies (contract 4).
 * @throws DeskError 415 if the body is not a form
 * @throws Problem `payload_too_large`, `invalid_request` or `unavailable`
 */
export async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  if (request.is('application/x-www-form-urlencoded') === false) throw notAForm();
  const payer = request.actor?.keyId ?? `address ${request.ip}`;
  return withBody(
    request,
    payer,
    MAX_FORM_BYTES,
    (bytes) => new URLSearchParams(bytes.toString('utf8')),
  );
}

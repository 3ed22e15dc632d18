import { type Actor, actorOf } from '../keys/actor.js';
import type { Answer } from '../platform/http/deliver.js';
import { MAX_BODY_BYTES, withBody } from '../platform/http/body-reader.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { readId } from '../platform/ids/ids.js';
import { integerRule } from '../platform/validation/rule.js';
import { confidentialPage } from '../site/answers.js';
import { frameOf, preferredLanguage } from '../site/html/frame.js';
import { idempotencyKey } from '../writes/idempotency-key.js';
import { CORRECTED } from './corrections.js';
import { DeskText } from './desk-layout.js';
import type { Session } from './desk-sessions.service.js';
import { malformedForm, notAForm } from './desk.errors.js';

/** A request that `DeskGuard` has accepted. */
export interface DeskRequest extends ServiceRequest {
  /** `undefined` if there is no valid session; pages then show the sign-in form. */
  session?: Session | undefined;
  /** Whether the request has a session cookie, even if that session has ended. */
  hadSession: boolean;
  /** The fields of the form that a POST sends; empty for other methods. */
  form: URLSearchParams;
}

export interface SignedIn extends Pick<DeskRequest, 'query' | 'form'> {
  readonly session: Session;
  /** The person, as the sender of a request. */
  readonly actor: Actor;
  /** The words of the desk in the language of the person. */
  readonly text: DeskText;
}

export function signedIn(request: DeskRequest, session: Session): SignedIn {
  const { query, form, requestId } = request;
  const actor = actorOf({ ...session, suspended: false }, 'desk', requestId);
  return { session, actor, text: textOf(request), query, form };
}

/** Returns the words of the desk in the language of a request. */
export const textOf = (request: DeskRequest): DeskText =>
  new DeskText(frameOf(preferredLanguage(request.acceptsLanguages())).language);

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

/** Whether a form can hold a whole document. */
const isCorrection = ({ path }: ServiceRequest): boolean => path.endsWith('/correct');

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
    isCorrection(request) ? MAX_BODY_BYTES : MAX_FORM_BYTES,
    (bytes) => new URLSearchParams(bytes.toString('utf8')),
  );
}

const versionRule = integerRule(1);

/** Reads the fields that all forms about a version have. @throws DeskError 400 if a field is missing or malformed */
export function decided(
  form: URLSearchParams,
  id: string,
): { readonly version: number; readonly key: string; readonly href: string } {
  const version = Number(form.get('version') ?? Number.NaN);
  if (versionRule(version) !== undefined) throw malformedForm();
  try {
    return { version, key: idempotencyKey(form.get('key') ?? undefined), href: hrefOf(id) };
  } catch {
    throw malformedForm();
  }
}

/** Returns the address of a document at the desk; of the queue if the id is malformed. */
export const hrefOf = (id: string): string => {
  const known = readId(id);
  return known === undefined ? '/desk' : `/desk/${known}`;
};

/** The fields of forms in which people type. */
const TYPED = ['text', 'quote', ...CORRECTED, 'changeNote', 'note'];

/** Returns what a person typed into a form, so that a page which refuses the form still shows it. */
export const kept = (form: URLSearchParams): readonly string[] =>
  TYPED.map((name) => form.get(name) ?? '').filter((text) => text !== '');

/** Redirects to a page of the desk. @param cookie value of `Set-Cookie` */
export function seeOther(href: string, cookie?: string): Answer {
  const { headers } = confidentialPage(303, '');
  const set = cookie === undefined ? {} : { 'Set-Cookie': cookie };
  return { status: 303, headers: { ...headers, ...set, Location: href }, body: Buffer.alloc(0) };
}

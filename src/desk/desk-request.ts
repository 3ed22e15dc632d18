import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Session } from './desk-sessions.service.js';
import { DeskError } from './desk.errors.js';

/** A request to the desk that its guard has let through. */
export interface DeskRequest extends ServiceRequest {
  /** `undefined`: nobody is signed in; a page then asks for that. */
  session?: Session | undefined;
  /** A cookie came whose session has ended. */
  hadSession: boolean;
  /** The members of the form; none where nothing was posted. */
  form: URLSearchParams;
}

const COOKIE = 'imprimatur_desk';
const TOKEN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`);

/** The token of the session that a request claims. */
export const sessionToken = ({ headers }: ServiceRequest): string | undefined =>
  TOKEN.exec(headers.cookie ?? '')?.[1];

/** The header that keeps a token with the browser, or takes it away. */
export function sessionCookie(token: string | null, publicBaseUrl: string): string {
  const secure = publicBaseUrl.startsWith('https:') ? '; Secure' : '';
  const value = token === null ? `; Max-Age=0` : '';
  return `${COOKIE}=${token ?? ''}; Path=/desk; HttpOnly; SameSite=Strict${secure}${value}`;
}

/** The longest note, percent-encoded, and as much again. */
const MAX_FORM_BYTES = 64 * 1024;

/** Reads the form of a POST. @throws DeskError where it is too large, or none */
export async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  if (request.is('application/x-www-form-urlencoded') === false) throw tooLarge(415);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) throw tooLarge(413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

const tooLarge = (status: number): DeskError =>
  new DeskError(
    status,
    'This form cannot be read',
    'Nothing was done. Go back in your browser and send a shorter note.',
  );

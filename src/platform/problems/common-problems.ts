import { HttpException } from '@nestjs/common';
import { databaseAway, isSerializationFailure } from '../database/database-fault.js';
import { Problem, type ProblemOccasion } from './problem.js';

/** The database cannot be reached, or the service is overloaded or is shutting down (contract 6). */
export const unavailable = (): Problem => new Problem('unavailable', { retryAfter: 2 });

export const routeNotFound = (): Problem =>
  new Problem('not_found', {
    detail: 'There is nothing at this address.',
    nextStep: 'See /openapi.json for the addresses of this API.',
  });

/** The path has an empty segment, such as `//`, as it has if a base URL ends with `/` or an id is empty. */
export const emptySegment = (): Problem =>
  new Problem('not_found', {
    detail: 'There is nothing at this address: its path has two slashes in a row.',
    nextStep:
      'Send the request to the same address with single slashes. Look for a base URL that ends with `/`, or an id that is empty.',
  });

export const methodNotAllowed = (allowed: readonly string[]): Problem =>
  new Problem('method_not_allowed', {
    details: { allowed },
    headers: { Allow: allowed.join(', ') },
  });

/** The bytes on the connection are not a valid HTTP request (RFC 9112). */
export const malformedRequest = (): Problem =>
  unreadable(
    'The request is not well-formed HTTP.',
    'must be a complete HTTP request',
    'Send the request again on a new connection, with an ordinary HTTP client.',
  );

/** @param maxBytes Node's limit for the address and the headers together */
export const headersTooLong = (maxBytes: number): Problem =>
  unreadable(
    'The address and the headers of the request are too long.',
    `must have an address and headers of at most ${maxBytes / 1_024} KiB in total`,
    'Send a shorter address, and fewer or shorter headers.',
  );

/** A body stopped arriving for too long (contract 6). @param stallMs longest allowed pause */
export const bodyStalled = (stallMs: number): Problem =>
  tooSlow(`must arrive without pauses of ${stallMs / 1_000} seconds or more`);

/** @param timeoutMs time in which the whole request must arrive @param headersTimeoutMs time for the headers alone */
export const requestTooSlow = (timeoutMs: number, headersTimeoutMs: number): Problem =>
  tooSlow(
    `must arrive completely within ${timeoutMs / 1_000} seconds, and its headers within ${headersTimeoutMs / 1_000} seconds`,
  );

const tooSlow = (message: string): Problem =>
  unreadable(
    'The request did not arrive in time.',
    message,
    'Send the whole request again on a new connection, without a pause.',
    { status: 408 },
  );

const unreadable = (
  detail: string,
  message: string,
  nextStep: string,
  more: Partial<ProblemOccasion> = {},
): Problem =>
  new Problem('invalid_request', {
    detail,
    details: { errors: [{ field: 'request', message }] },
    nextStep,
    ...more,
  });

export const invalidJson = (): Problem => new Problem('invalid_json');

/** The request needs a body, and has none. */
export const bodyMissing = (): Problem =>
  new Problem('invalid_json', {
    detail: 'The request has no body.',
    nextStep: `Send ${AN_OBJECT} and the header \`Content-Type: application/json\`.`,
  });

/** The body is JSON of another kind, such as null or a list. */
export const notAnObject = (body: unknown): Problem =>
  new Problem('invalid_request', {
    detail: `The body is JSON, but it is ${kindOf(body)}, not an object.`,
    details: { errors: [{ field: 'body', message: 'must be a JSON object' }] },
    nextStep: `Send ${AN_OBJECT}.`,
  });

const AN_OBJECT =
  'one JSON object with the members that `/openapi.json` lists for this request (to publish, at least `{"expectedVersion": 1}`, where 1 is the number of the version to release)';

function kindOf(body: unknown): string {
  if (body === null) return 'null';
  return Array.isArray(body) ? 'a list' : `a ${typeof body}`;
}

/** The body exceeds a bound that is checked before parsing (contract 4, "Bounds at the entrance"). */
export const bodyOutOfBounds = (): Problem =>
  new Problem('invalid_request', {
    detail:
      'The body has more than 32 levels of nesting, more than 5,000 members and elements, or a name of more than 200 characters.',
    details: {
      errors: [
        {
          field: 'body',
          message:
            'must have at most 32 levels of nesting, 5,000 members and elements, and 200 characters in a name',
        },
      ],
    },
    nextStep: 'Send a body of the form that `/openapi.json` describes.',
  });

/** An object has two members with the same name. JSON does not define which of the two members counts (RFC 8259, 4). */
export const nameGivenTwice = (): Problem =>
  new Problem('invalid_request', {
    detail: 'An object of the body has two members with the same name.',
    details: {
      errors: [
        { field: 'body', message: 'must not have two members with the same name in one object' },
      ],
    },
    nextStep: 'Send each member once.',
  });

export const payloadTooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', { details: { maxBytes } });

/** The body is declared as another type than JSON, or as none. @param isDeclared whether there is a `Content-Type` */
export const notDeclaredAsJson = (isDeclared: boolean): Problem =>
  new Problem('unsupported_media_type', {
    detail: isDeclared
      ? 'The header `Content-Type` declares the body as something other than JSON.'
      : 'The body has no header `Content-Type`.',
    nextStep: 'Send the body as JSON, with the header `Content-Type: application/json`.',
  });

export const charsetNotUtf8 = (): Problem =>
  new Problem('unsupported_media_type', {
    detail: 'The header `Content-Type` declares a charset other than UTF-8.',
    nextStep:
      'Encode the body in UTF-8, and send `Content-Type: application/json`, with `charset=utf-8` or without a charset.',
  });

export const bodyCompressed = (): Problem =>
  new Problem('unsupported_media_type', {
    detail: 'The header `Content-Encoding` declares the body as compressed.',
    nextStep: 'Send the body uncompressed, without `Content-Encoding`.',
  });

/** Returns the problem for an error. An unexpected error becomes `internal_error`, without details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (databaseAway(error) || isSerializationFailure(error)) return unavailable();
  if (error instanceof HttpException && error.getStatus() === 404) return routeNotFound();
  if (isUndecodablePath(error)) return routeNotFound();
  return new Problem('internal_error');
}

/**
 * Whether the error says that Express could not percent-decode the path. No route can match such a path. Nest wraps
 * Express's error, which is the `cause`.
 */
const isUndecodablePath = (error: unknown): boolean =>
  error instanceof HttpException && error.cause instanceof URIError;

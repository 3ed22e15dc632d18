import type { ProblemKind } from './problem-kind.js';

export const REQUEST_PROBLEMS = {
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    meaning: 'There is no body, or the body is not JSON, or the body is not encoded in UTF-8.',
    detail: 'The body is not valid JSON in UTF-8.',
    nextStep: 'Send one JSON object, encoded in UTF-8.',
  },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning:
      'A query parameter breaks a rule, or the body breaks one: it is JSON but not an object, it has more than 32 levels of nesting, it has more than 5,000 members and elements, it has a name of more than 200 characters, or it has two members with the same name in one object. If the status is 408, the request did not arrive in time.',
    detail: 'Not valid: a parameter of the request breaks a rule.',
    nextStep: {
      http: 'Correct the query parameters named in `details.errors` and send the request again.',
      mcp: 'Correct the arguments named in `details.errors` and call the tool again.',
    },
    example: {
      details: { errors: [{ field: 'limit', message: 'must be an integer from 1 to 100' }] },
    },
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    meaning:
      'The cursor was not made by this service, is longer than 200 characters, or was made for a list with another sort order or other filters.',
    detail: 'The cursor does not belong to this list with this sort and these filters.',
    nextStep:
      'Send `nextCursor` of the previous page, unchanged, with the same sort and filters, or start again without `cursor`.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'The request has no publisher key, or its key is malformed, unknown, revoked or expired. The answer does not say which of these applies.',
    detail: 'This request needs a valid publisher key.',
    nextStep:
      'Send `Authorization: Bearer` with your publisher key. If it is refused, it is mistyped, revoked or expired: ask the operator for a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning:
      'The publisher key is valid, but lacks the scope that the operation needs; or the key is the sign-in key of a person, which can only be used to sign in at the desk.',
    detail: 'This operation needs a key with the scope {requiredScope}.',
    nextStep: {
      http: 'Use a key with the scope {requiredScope}, or ask the operator to issue one.',
      mcp: 'Ask the operator for a key with the scope {requiredScope}; until then use the tools that the scopes of this key allow.',
    },
    example: { details: { requiredScope: 'publish', grantedScopes: ['read', 'write'] } },
  },
  account_suspended: {
    status: 403,
    title: 'Account suspended',
    meaning:
      'An operator has suspended the account of the key. The public pages of the account stay online.',
    detail: 'The account of this key is suspended. The public pages of the account stay online.',
    nextStep:
      'Do not retry. Ask the operator to resume the account; the same key then works again.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning:
      'This account has no publication with this id, or the address does not exist. The answer does not say whether the id is malformed or belongs to another account. If the status is 410, the AI assistant of a reader has asked for a document that an operator has withdrawn.',
    detail: 'This account has no publication with this id.',
    nextStep: {
      http: 'List the publications of the account with `GET /api/v1/publications` to find the id.',
      mcp: 'Call list_publications to find the id.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but does not support the HTTP method of the request.',
    detail: 'This address does not support the HTTP method of the request.',
    nextStep: 'Use one of: {allowed}.',
    example: { details: { allowed: ['GET', 'HEAD', 'PATCH'] } },
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning:
      'The body is larger than 3 MiB, a picture is larger than the service accepts, or all pictures of the account together would be larger than the service allows.',
    detail: 'The body is larger than {maxBytes} bytes.',
    nextStep: 'Send a smaller body, for example by splitting the document in two.',
    example: { details: { maxBytes: 3_145_728 } },
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning:
      'The body is not declared as JSON, is in a charset other than UTF-8, or is compressed.',
    detail: 'The body is not declared as uncompressed JSON in UTF-8.',
    nextStep: 'Send `Content-Type: application/json` without a charset, and no `Content-Encoding`.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    meaning:
      "Too many requests arrived within a minute: requests with this key, requests without a valid key from this address, or requests of readers' AI assistants from this address.",
    detail: 'This key has made too many requests within a minute.',
    nextStep: {
      http: 'Wait {retryAfter} s, then repeat the request. Repeat a write with the same `Idempotency-Key`.',
      mcp: 'Wait {retryAfter} s, then repeat the call. Repeat a write with the same `idempotencyKey`.',
    },
    example: { retryAfter: 20 },
  },
} satisfies Readonly<Record<string, ProblemKind>>;

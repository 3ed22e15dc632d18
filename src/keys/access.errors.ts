import type { Advice } from '../platform/problems/problem-kind.js';
import { Problem } from '../platform/problems/problem.js';
import { orderedScopes, type Scope } from './scope.js';

// Refusals of contract 7. A 401 does not reveal which check failed, and no refusal contains any part of the sent key.

const REALM = 'Bearer realm="imprimatur"';

/**
 * Refuses a missing, malformed, unknown, revoked or expired key (contract 6). The answers differ only in
 * `WWW-Authenticate`, which shows whether a key was sent.
 */
export const unauthorized = (keySent: boolean): Problem =>
  new Problem('unauthorized', {
    headers: { 'WWW-Authenticate': keySent ? `${REALM}, error="invalid_token"` : REALM },
  });

/** Makes the refusal that replaces 401 after too many failed authentications from one address (contract 7). */
export const tooManyFailures = (limit: number, retryAfter: number): Problem =>
  new Problem('rate_limited', {
    detail: 'Too many requests without a valid publisher key came from this address.',
    nextStep:
      'Send a valid publisher key, which is accepted immediately. If you have none, wait {retryAfter} s before the next request.',
    retryAfter,
    headers: burstFields(limit, retryAfter),
  });

export const rateLimited = (limit: number, retryAfter: number): Problem =>
  new Problem('rate_limited', {
    detail: `This key has made more than ${limit} requests within a minute.`,
    retryAfter,
    headers: burstFields(limit, retryAfter),
  });

/** Makes the refusal of a reader's assistant whose address exceeds its limit (contract 8). */
export const tooManyReads = (limit: number, retryAfter: number): Problem =>
  new Problem('rate_limited', {
    detail: `More than ${limit} requests of readers' assistants came from this address within a minute.`,
    nextStep: 'Wait {retryAfter} s, then repeat the call.',
    retryAfter,
    headers: burstFields(limit, retryAfter),
  });

const burstFields = (limit: number, secondsLeft: number): Record<string, string> => ({
  'RateLimit-Policy': `"burst";q=${limit};w=60`,
  RateLimit: `"burst";r=0;t=${secondsLeft}`,
});

/** Makes the refusal of a request that found no place among the requests in progress (contract 4). */
export const tooManyInProgress = (of: 'key' | 'address', limit: number): Problem =>
  new Problem('unavailable', {
    detail:
      of === 'key'
        ? `This key already has ${limit} requests in progress, which is the limit.`
        : `${limit} requests without a publisher key are already in progress from this address, which is the limit.`,
    retryAfter: 2,
  });

/**
 * Makes the refusal of a key that lacks a scope. A key that may not publish is told how a revision becomes public
 * without it.
 */
export const insufficientScope = (requiredScope: Scope, grantedScopes: readonly Scope[]): Problem =>
  new Problem('insufficient_scope', {
    details: { requiredScope, grantedScopes: orderedScopes(grantedScopes) },
    ...(requiredScope === 'publish' && { nextStep: withoutPublish(grantedScopes) }),
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  });

export const keyOfPerson = (): Problem =>
  new Problem('insufficient_scope', {
    detail: 'This is the sign-in key of a person. The key can only be used to sign in at the desk.',
    nextStep:
      'Send a publisher key, which the operator issues. The key that you sent is the sign-in key of a person, who uses it in a browser at the desk (`/desk`): a program must not have it.',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  });

export const keyOfProgram = (): Problem =>
  new Problem('insufficient_scope', {
    detail:
      'This is a publisher key, with which a program writes. The desk opens with your own sign-in key, which begins with imp_person_: the operator of this service gives it to you.',
  });

/** The two ways without this key: a person decides about the revision, or another key releases it. */
function withoutPublish(grantedScopes: readonly Scope[]): Advice {
  const isWriter = grantedScopes.includes('write');
  const others =
    'A person can release the revision at the desk of this service (`/desk`, unless the desk is off). A program can release it with a key that has the scope publish.';
  return {
    http: `${isWriter ? 'Offer the revision for review: update it with `intent` `review`. ' : ''}${others}`,
    mcp: `${isWriter ? 'Offer the revision for review: call update_publication with `intent` `review`. ' : ''}${others} Tell the user about these ways.`,
  };
}

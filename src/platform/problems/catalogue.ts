import type { ProblemKind } from './problem-kind.js';
import { REQUEST_PROBLEMS } from './request-problems.js';
import { WRITE_PROBLEMS } from './write-problems.js';

/** Advice after a 500 or 503. The write may have been made, and repeating the request is safe (contract 6). */
const REPEAT = {
  http: 'Repeat the same request with the same idempotency key: a write is never carried out twice.',
  mcp: 'Call the same tool with the same arguments and idempotencyKey: a write is never carried out twice.',
};

const SERVICE_PROBLEMS = {
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning:
      'The request failed because of a fault of the service. A write may have been carried out.',
    detail: 'The request failed because of a fault of the service.',
    nextStep: {
      http: `${REPEAT.http} If it fails again, tell the operator the \`requestId\`.`,
      mcp: `${REPEAT.mcp} If it fails again, tell the operator the \`requestId\`.`,
    },
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The database cannot be reached or is overloaded, the service is shutting down, or too many requests of this key or address are in progress. The service recovers automatically. A write may have been carried out.',
    detail: 'The service cannot answer at the moment; it recovers automatically.',
    nextStep: {
      http: `Wait {retryAfter} s. ${REPEAT.http}`,
      mcp: `Wait {retryAfter} s. ${REPEAT.mcp}`,
    },
    example: { retryAfter: 2 },
  },
} satisfies Readonly<Record<string, ProblemKind>>;

/**
 * Every problem (contract 6). Clients rely on the codes. A `Record<ProblemCode, …>` that lacks a code does not compile.
 */
export const PROBLEMS = { ...REQUEST_PROBLEMS, ...WRITE_PROBLEMS, ...SERVICE_PROBLEMS };

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = (Object.keys(PROBLEMS) as ProblemCode[]).toSorted(
  (one, other) => PROBLEMS[one].status - PROBLEMS[other].status,
) as readonly ProblemCode[];

/** Whether the same request with the same idempotency key can succeed later without a change (contract 6). */
export const isRetryable = (code: ProblemCode): boolean => {
  const { status } = PROBLEMS[code];
  return status === 429 || status >= 500;
};

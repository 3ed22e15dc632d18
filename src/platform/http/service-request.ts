import type { Request } from 'express';
import type { ProblemCode } from '../problems/catalogue.js';
import type { Interface } from '../problems/problem-kind.js';

/** The caller as log lines may name it. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
}

/** Why a request was refused: what the answer says, and what was thrown, which it does not say. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly error: unknown;
  readonly channel: Interface | 'desk';
}

/** A request of this service: what has been found out about it so far. */
export interface ServiceRequest extends Request {
  /** The caller's `X-Request-Id` or a new one; set before anything else sees the request (contract 4). */
  requestId: string;
  /** The trace that records the request, if one does. */
  traceId?: string;
  /** The interface it came to; absent: the HTTP API, the site and all else. */
  channel?: Interface;
  /** Set once a publisher key has been accepted. */
  actor?: Caller;
  /** Set once the request has been refused, for log and metrics. */
  refusal?: Refusal;
}

import type { Request } from 'express';
import type { ProblemCode } from '../problems/catalogue.js';
import type { Interface } from '../problems/problem-kind.js';

/** The caller's ids, which log lines may contain. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
}

/** Why a request was refused. The answer contains `code`, but not the thrown `error`. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly error: unknown;
  readonly channel: Interface | 'desk';
}

/** A request, with the facts that middleware, guards and the error filter add to it. */
export interface ServiceRequest extends Request {
  /** The caller's `X-Request-Id` or a new id; set by the first middleware (contract 4). */
  requestId: string;
  /** Id of the trace in which the request is recorded; absent if the request is not recorded. */
  traceId?: string;
  /** `mcp` for requests to the MCP interface; absent for all other requests. */
  channel?: Interface;
  /** Set once a publisher key has been accepted. */
  actor?: Caller;
  /**
   * Repeats the checks of the guard; set by guards. A body can end a minute after its headers, so `withBody` calls
   * this method at the end of each body (contract 7). Rejects with the refusals of the guard.
   */
  admitAgain?: () => Promise<void>;
  /** Set once the request has been refused. The log and the metrics use the refusal. */
  refusal?: Refusal;
}

import { PROBLEM_TABLE, type ProblemCode } from './problem-table.js';

/** The two ways in: HTTP API or MCP (contract 1). */
export type Interface = 'http' | 'mcp';

/** What this one occasion adds to its code. */
export interface ProblemOccasion {
  /** What happened, in one sentence; never text of users but field names. */
  readonly detail: string;
  /** What the reader does next, in the terms of the interface it stands at. */
  readonly nextStep: string | Readonly<Record<Interface, string>>;
  /** Stable facts for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Where it is not that of the code: 408 of a request that did not come in time. */
  readonly status?: 408;
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
  /** Header fields that belong to this refusal, such as `Allow` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected refusal, thrown anywhere, translated once at each interface (RFC 9457, contract 6). */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    readonly occasion: ProblemOccasion,
  ) {
    super(occasion.detail);
  }
}

/** The object that both interfaces send for a refusal (RFC 9457, contract 6). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly nextStep: string;
  readonly retryable: boolean;
  readonly requestId: string;
}

/** Writes a problem as the body for one interface. `publicBaseUrl` is where `/docs/errors` is served. */
export function problemBody(
  problem: Problem,
  channel: Interface,
  publicBaseUrl: string,
  requestId: string,
): ProblemBody {
  const { status, title, retryable } = PROBLEM_TABLE[problem.code];
  const { detail, details = {}, nextStep } = problem.occasion;
  return {
    type: `${publicBaseUrl}/docs/errors#${problem.code}`,
    title,
    status: problem.occasion.status ?? status,
    detail,
    code: problem.code,
    details,
    nextStep: typeof nextStep === 'string' ? nextStep : nextStep[channel],
    retryable,
    requestId,
  };
}

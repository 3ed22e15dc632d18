import { PROBLEM_TABLE } from './problem-table.js';
import type { ProblemCode } from './problem-code.js';
import type { Door, Problem } from './problem.js';

/** The object that both doors send for a refusal (RFC 9457, CONTRACT 6). */
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

/** Writes a problem as the body for one door. `publicBaseUrl` is where `/docs/errors` is served. */
export function problemBody(
  problem: Problem,
  door: Door,
  publicBaseUrl: string,
  requestId: string,
): ProblemBody {
  const { status, title, retryable } = PROBLEM_TABLE[problem.code];
  const { detail, details = {}, nextStep } = problem.occasion;
  return {
    type: `${publicBaseUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail,
    code: problem.code,
    details,
    nextStep: typeof nextStep === 'string' ? nextStep : nextStep[door],
    retryable,
    requestId,
  };
}

import { problemOf } from '../platform/problems/common-problems.js';
import { problemBody } from '../platform/problems/problem.js';
import { InvalidParams } from './json-rpc.js';
import type { MessageRequest } from './mcp-request.js';
import { inputRequired, Question } from './question.js';
import { answered, type CallResult, refused } from './results.js';
import type { ToolAnswer } from './tool.js';

/**
 * Carries out a call, and makes its result. A refusal is a result, because models see only results.
 * @param fitting changes the next step of a refusal for this caller
 * @throws JSON-RPC error `INVALID_PARAMS`
 */
export async function resultOf(
  request: MessageRequest,
  publicBaseUrl: string,
  carryOut: () => Promise<ToolAnswer | Question>,
  fitting = (nextStep: string): string => nextStep,
): Promise<CallResult> {
  try {
    const answer = await carryOut();
    return answer instanceof Question ? inputRequired(answer) : answered(answer);
  } catch (error) {
    if (error instanceof InvalidParams) throw error;
    const problem = problemOf(error);
    if (problem.code === 'unauthorized') request.ended = problem;
    request.refusal = { code: problem.code, error, channel: 'mcp' };
    const body = problemBody(problem, 'mcp', publicBaseUrl, request.requestId);
    return refused({ ...body, nextStep: fitting(body.nextStep) });
  }
}

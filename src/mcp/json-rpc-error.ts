import type { ProblemBody } from '../platform/errors/problem.js';
import type { ProblemCode } from '../platform/errors/problem-table.js';

/** A JSON-RPC 2.0 error for a message whose id is not known. */
export const jsonRpcError = (code: number, message: string, data?: ProblemBody): object => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data ? { data } : {}) },
  id: null,
});

/** A body that no message could be read from (CONTRACT 8): the problem of HTTP, as JSON-RPC tells it. */
export const unreadableMessage = (problem: ProblemBody): object =>
  jsonRpcError(rpcCode(problem.code), problem.detail, problem);

/** Parse error, or invalid request. */
const rpcCode = (code: ProblemCode): number => (code === 'invalid_json' ? -32700 : -32600);

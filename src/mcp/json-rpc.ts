import type { ProblemBody } from '../platform/problems/problem.js';
import { Problem } from '../platform/problems/problem.js';

/** The id of a request (MCP, "Base protocol"); `null` if the id could not be read. */
export type MessageId = string | number | null;

export const jsonRpcError = (
  code: number,
  message: string,
  { id = null, data }: { readonly id?: MessageId; readonly data?: object | undefined } = {},
): object => ({ jsonrpc: '2.0', error: { code, message, ...(data ? { data } : {}) }, id });

/** Refusal of a message before the message reaches an SDK. `detail` is a fixed text (contract 4, 8). */
export class MessageRefused extends Problem {
  constructor(
    readonly rpcCode: typeof INVALID_REQUEST | typeof INVALID_PARAMS,
    readonly id: MessageId,
    field: string,
    detail: string,
  ) {
    super('invalid_request', {
      detail,
      details: { errors: [{ field, message: 'is not well-formed' }] },
      nextStep: 'Correct the message and send it again.',
    });
  }
}

export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;

/** Makes the JSON-RPC error for a problem. The body of the problem is the `data` of the error (contract 8). */
export function refusedMessage(error: Problem, data: ProblemBody): object {
  if (error instanceof MessageRefused) {
    return jsonRpcError(error.rpcCode, data.detail, { id: error.id, data });
  }
  const code = error.code === 'invalid_json' ? PARSE_ERROR : INVALID_REQUEST;
  return jsonRpcError(code, data.detail, { data });
}

/**
 * Fixed texts for each error code. They replace the texts of the SDKs, because an SDK's text repeats what the client
 * sent.
 */
const SENTENCES: Readonly<Record<number, string>> = {
  [-32000]:
    'MCP-Protocol-Version has no supported protocol version: begin with initialize or server/discover, and send the version in the answer.',
  [INVALID_REQUEST]: 'This message cannot be answered here.',
  [-32601]: 'There is no such method. Tools are found by tools/list and called by tools/call.',
  [INVALID_PARAMS]:
    'The params are not those of the method; in 2026-07-28 their _meta needs io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities.',
  [-32020]:
    'The header fields MCP-Protocol-Version, Mcp-Method and, of tools/call, Mcp-Name must be present and agree with the body.',
  [-32022]: 'This protocol version is not supported.',
};
const OTHERWISE = 'The request cannot be answered.';

/**
 * Replaces the text of an SDK's error. Of the data of the error, keeps only the protocol versions, because clients need
 * these to negotiate a version.
 */
export async function withFixedText(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer;
  const { error, id } = (await answer.json()) as SdkError;
  const { supported, requested } = error.data ?? {};
  const data = supported && {
    supported,
    requested: VERSION.test(requested ?? '') ? requested : '',
  };
  const message = SENTENCES[error.code] ?? OTHERWISE;
  return Response.json(jsonRpcError(error.code, message, { id, data }), { status: answer.status });
}

interface SdkError {
  readonly error: {
    readonly code: number;
    readonly data?: { readonly supported?: readonly string[]; readonly requested?: string };
  };
  readonly id: MessageId;
}

/**
 * Matches a protocol version, such as 2026-07-28. An error repeats the client's version only if the version matches.
 */
const VERSION = /^[\w.-]{1,20}$/;

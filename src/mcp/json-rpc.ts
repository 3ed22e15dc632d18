import { Problem, type ProblemBody } from '../platform/problems/problem.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The id of a request (MCP, "Base protocol"); `null` for a notification, or if the id could not be read. */
export type MessageId = string | number | null;

export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;
export const UNSUPPORTED_HEADER_VERSION = -32000;
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_VERSION = -32022;

export const jsonRpcError = (
  code: number,
  message: string,
  { id = null, data }: { readonly id?: MessageId; readonly data?: object | undefined } = {},
): object => ({ jsonrpc: '2.0', error: { code, message, ...(data ? { data } : {}) }, id });

/** Refusal of a tool call as an error of JSON-RPC with the code `INVALID_PARAMS` and this text. */
export class InvalidParams extends Error {
  override readonly name = 'InvalidParams';
}

/** Refusal of a message before the SDK gets it. `detail` is a fixed text (contract 4, 8). */
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

/** Makes the JSON-RPC error for a problem. The body of the problem is the `data` of the error (contract 8). */
export function refusedMessage(error: Problem, data: ProblemBody): object {
  if (error instanceof MessageRefused) {
    return jsonRpcError(error.rpcCode, data.detail, { id: error.id, data });
  }
  const code = error.code === 'invalid_json' ? PARSE_ERROR : INVALID_REQUEST;
  return jsonRpcError(code, data.detail, { data });
}

/** Texts that replace those of the SDK, because a text of the SDK repeats what the client sent. */
const SENTENCES: Readonly<Record<number, string>> = {
  [UNSUPPORTED_HEADER_VERSION]:
    'The header MCP-Protocol-Version names a protocol version that this server does not support. Call initialize or server/discover first, then send the version from its answer.',
  [INVALID_REQUEST]: 'The body is not a JSON-RPC request that this server can answer.',
  [METHOD_NOT_FOUND]:
    'There is no such method. tools/list lists the tools, and tools/call calls one.',
  [INVALID_PARAMS]:
    'The params do not fit the method. In protocol version 2026-07-28, params._meta must contain io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities.',
  [HEADER_MISMATCH]:
    'The headers MCP-Protocol-Version and Mcp-Method, and for tools/call Mcp-Name, must be present and agree with the body.',
  [UNSUPPORTED_VERSION]: 'This protocol version is not supported.',
};

export const fixedError = (code: number, id: MessageId, data?: object): object =>
  jsonRpcError(code, SENTENCES[code] ?? 'The request cannot be answered.', { id, data });

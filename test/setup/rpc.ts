import type { AnswerBody } from './client.js';

/** An answer of the MCP interface. */
export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC message, or an empty object if the answer is not JSON. */
  readonly message: {
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: {
      readonly code: number;
      readonly message: string;
      readonly data?: AnswerBody;
    };
  };
}

/** Sends any body to an MCP endpoint. A value that is not a string is sent as JSON. */
export async function rpc(
  url: string,
  key: string | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  path = '/mcp',
): Promise<RpcAnswer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('Content-Type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    message: (json ? JSON.parse(text) : {}) as RpcAnswer['message'],
  };
}

/** Returns a JSON-RPC request of the older era of MCP. */
export const request = (method: string, params: object = {}, id: number | string = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Returns the first message of a client of the older era. */
export const initialize = (protocolVersion: string): object =>
  request('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'imprimatur-test', version: '1.0.0' },
  });

/** Returns a tool call of the older era. */
export const toolCall = (name: string, args: object = {}, id: number | string = 1): object =>
  request('tools/call', { name, arguments: args }, id);

const MODERN = '2026-07-28';

/** Returns a request in the form of protocol version 2026-07-28, and the header fields that the request needs. */
export const modern = (
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  version: string = MODERN,
): { body: object; headers: Record<string, string> } => ({
  body: request(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  headers: {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
  },
});

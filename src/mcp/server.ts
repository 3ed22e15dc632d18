import {
  classifyInboundRequest,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type Result,
  Server,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { API_VERSION } from '../platform/config/config.js';
import {
  fixedError,
  HEADER_MISMATCH,
  INVALID_PARAMS,
  InvalidParams,
  jsonRpcError,
  METHOD_NOT_FOUND,
  UNSUPPORTED_HEADER_VERSION,
  UNSUPPORTED_VERSION,
} from './json-rpc.js';
import { type Message, toolNameOf } from './messages.js';
import type { CallResult } from './results.js';
import type { ListedTool } from './tool.js';

/** The header fields of the protocol, each cut to the length of the longest name. */
export interface ProtocolHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

export interface RpcContext {
  /** Name of the server for people. */
  readonly title: string;
  readonly instructions: string;
  /** The tools for `tools/list`. */
  readonly tools: readonly ListedTool[];
  /** Calls the tool that a message names. */
  readonly call: (message: Message, isModern: boolean) => Promise<CallResult>;
}

/** The HTTP answer to a message or a batch. There is no body if no message expects an answer. */
export interface RpcAnswer {
  readonly status: number;
  readonly body?: object;
}

const SERVER_INFO = { name: 'imprimatur', version: API_VERSION };
/** The protocol version whose requests need no `initialize`. */
const MODERN = '2026-07-28';
export const PROTOCOL_VERSIONS = [...SUPPORTED_PROTOCOL_VERSIONS, MODERN];
const CACHE_HINTS = {
  // Must not be cached, because the answer contains instructions that depend on the key.
  'server/discover': { ttlMs: 0, cacheScope: 'private' },
  // The tools change only with a new version of the service, and are the same for every caller of an endpoint.
  'tools/list': { ttlMs: 300_000, cacheScope: 'public' },
} as const;

/** Answers a message, or the messages of a batch, of any supported protocol version (contract 8). */
export async function answer(
  sent: Message | readonly Message[],
  headers: ProtocolHeaders,
  context: RpcContext,
): Promise<RpcAnswer> {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...(headers.version !== undefined && { protocolVersionHeader: headers.version }),
    ...(headers.method !== undefined && { mcpMethodHeader: headers.method }),
    body: isBatch(sent) ? sent.map(({ forSdk }) => forSdk) : sent.forSdk,
  });
  const id = isBatch(sent) ? null : sent.id;
  if (route.kind === 'reject') return { status: 400, body: fixedError(route.code, id) };
  if (route.kind === 'modern') {
    const message = sent as Message;
    const fault = modernFault(message, route.classification, headers);
    return fault ? { status: 400, body: fault } : exchanged(message, true, context);
  }
  const { version } = headers;
  const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  if (!isKnown && route.reason !== 'initialize')
    return { status: 400, body: fixedError(UNSUPPORTED_HEADER_VERSION, id) };
  const exchanges = [sent].flat().map((message) => exchanged(message, false, context));
  const answers = (await Promise.all(exchanges)).filter(({ body }) => body !== undefined);
  if (answers.length === 0) return { status: 202 };
  // In these versions, an error of a well-formed request has the status 200.
  return { status: 200, body: isBatch(sent) ? answers.map(({ body }) => body) : answers[0]!.body! };
}

const isBatch = (sent: Message | readonly Message[]): sent is readonly Message[] =>
  Array.isArray(sent);

/** Checks what the SDK's classifier leaves to the server: the version, and the header fields that must be present. */
function modernFault(
  { id, forSdk: { method }, params }: Message,
  { revision }: MessageClassification,
  headers: ProtocolHeaders,
): object | undefined {
  if (revision !== MODERN) {
    const data = { supported: [MODERN], requested: VERSION.test(revision ?? '') ? revision : '' };
    return fixedError(UNSUPPORTED_VERSION, id, data);
  }
  if (id === null) return undefined;
  const isNamed = method !== 'tools/call' || unpacked(headers.name) === toolNameOf(params);
  const isWhole = headers.version !== undefined && headers.method !== undefined && isNamed;
  return isWhole ? undefined : fixedError(HEADER_MISMATCH, id);
}

/** Matches a protocol version. An error repeats the client's version only if the version matches. */
const VERSION = /^[\w.-]{1,20}$/;

/** Decodes a header value, which clients may send in Base64 (MCP 2026-07-28, "Value encoding"). */
function unpacked(value: string | undefined): string | undefined {
  const packed = /^=\?base64\?([A-Za-z0-9+/]*=*)\?=$/.exec(value ?? '')?.[1];
  return packed === undefined ? value : Buffer.from(packed, 'base64').toString();
}

async function exchanged(
  message: Message,
  isModern: boolean,
  context: RpcContext,
): Promise<RpcAnswer> {
  if (message.id === null) return { status: 202 };
  return message.forSdk.method === 'tools/call'
    ? called(message, isModern, context)
    : answeredBySdk(message, isModern, context);
}

/**
 * Calls a tool without the server of the SDK, which would check call and result against its schemas several times. That
 * takes as long as all the rest of a short read.
 */
async function called(
  message: Message,
  isModern: boolean,
  { title, call }: RpcContext,
): Promise<RpcAnswer> {
  const { id } = message;
  try {
    const result: Result = await call(message, isModern);
    const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: { ...SERVER_INFO, title } };
    const shown = isModern ? { resultType: 'complete', ...result, _meta } : result;
    return { status: 200, body: { result: shown, jsonrpc: '2.0', id } };
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    return { status: 200, body: jsonRpcError(INVALID_PARAMS, error.message, { id }) };
  }
}

/** Lets the SDK answer any other message. */
async function answeredBySdk(
  { id, forSdk }: Message,
  isModern: boolean,
  { title, instructions, tools }: RpcContext,
): Promise<RpcAnswer> {
  const server = new Server(
    { ...SERVER_INFO, title },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: CACHE_HINTS,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    },
  );
  // The type is `never`, because the SDK has types of its own for schemas.
  server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
  const exchange = new Exchange(isModern ? { era: 'modern', revision: MODERN } : { era: 'legacy' });
  await server.connect(exchange);
  const response = await exchange.answerTo(forSdk as JSONRPCMessage);
  if (!('error' in response)) return { status: 200, body: response };
  // The errors of the SDK repeat what the client sent, so their text is replaced.
  const { code } = response.error;
  return { status: code === METHOD_NOT_FOUND ? 404 : 400, body: fixedError(code, id) };
}

/** One message and its answer, as objects. The transport of the SDK would make a web `Response`. */
class Exchange extends PerRequestHTTPServerTransport {
  private done: ((response: JSONRPCResponse) => void) | undefined;

  constructor(private readonly classification: MessageClassification) {
    super({ classification });
  }

  /** Hands the message to the server. */
  answerTo(message: JSONRPCMessage): Promise<JSONRPCResponse> {
    return new Promise((resolve) => {
      this.done = resolve;
      this.onmessage?.(message, { classification: this.classification });
    });
  }

  override send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.done?.(message);
    return Promise.resolve();
  }
}

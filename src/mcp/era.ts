import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import {
  fixedError,
  HEADER_MISMATCH,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isObject,
  type MessageId,
  UNSUPPORTED_HEADER_VERSION,
  UNSUPPORTED_VERSION,
} from './json-rpc.js';
import { type Message, toolNameOf } from './messages.js';

/** The header fields of the protocol, each cut to the length of the longest name. */
export interface ProtocolHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** The protocol version whose requests need no `initialize`. */
export const MODERN = '2026-07-28';

/** Whether a request is one of `MODERN`, and if it cannot be answered, the JSON-RPC error with the status 400. */
export type Era = { readonly isModern: boolean } | { readonly error: object };

/**
 * Decides by which protocol version a message or a batch is answered (MCP 2026-07-28, "Streamable HTTP"). The function
 * of the SDK for this, `classifyInboundRequest`, takes longer than a short read.
 */
export function eraOf(sent: Message | readonly Message[], headers: ProtocolHeaders): Era {
  const { version, method } = headers;
  if (isBatch(sent)) {
    const isLegacy = sent.length > 0 && sent.every((message) => claimOf(message) === undefined);
    return isLegacy ? legacyEra(version, null) : refused(INVALID_REQUEST, null);
  }
  const { id, forSdk } = sent;
  if (forSdk.method === undefined) return legacyEra(version, null);
  const claim = claimOf(sent);
  if (forSdk.method === 'initialize' && id !== null && !(claim?.isWhole && isModern(claim.version)))
    return isModern(version) ? refused(HEADER_MISMATCH, id) : { isModern: false };
  if (!claim && !isModern(version)) return legacyEra(version, id);
  const isReadable = id === null ? !claim || claim.version !== undefined : claim?.isWhole;
  if (!isReadable) return refused(INVALID_PARAMS, id);
  const claimed = claim ? claim.version : version;
  const agree =
    [claimed, undefined].includes(version) && [forSdk.method, undefined].includes(method);
  if (!agree) return refused(HEADER_MISMATCH, id);
  if (claimed !== MODERN) {
    const data = { supported: [MODERN], requested: VERSION.test(claimed!) ? claimed : '' };
    return refused(UNSUPPORTED_VERSION, id, data);
  }
  const isNamed =
    forSdk.method !== 'tools/call' || unpacked(headers.name) === toolNameOf(sent.params);
  const hasFields = version !== undefined && method !== undefined && isNamed;
  return id === null || hasFields ? { isModern: true } : refused(HEADER_MISMATCH, id);
}

export const isBatch = (sent: Message | readonly Message[]): sent is readonly Message[] =>
  Array.isArray(sent);

const isModern = (version: string | undefined): boolean =>
  version !== undefined && version >= MODERN;

const legacyEra = (version: string | undefined, id: MessageId): Era =>
  version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
    ? { isModern: false }
    : refused(UNSUPPORTED_HEADER_VERSION, id);

const refused = (code: number, id: MessageId, data?: object): Era => ({
  error: fixedError(code, id, data),
});

/** Returns the protocol version that a message names in `_meta`; `undefined` if it names none. */
function claimOf({ forSdk }: Message) {
  const meta = forSdk.params?._meta;
  if (!isObject(meta) || !(PROTOCOL_VERSION_META_KEY in meta)) return undefined;
  const { [PROTOCOL_VERSION_META_KEY]: named, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = meta;
  const version = typeof named === 'string' ? named : undefined;
  return { version, isWhole: version !== undefined && isObject(capabilities) };
}

/** Matches a protocol version. An error repeats the client's version only if the version matches. */
const VERSION = /^[\w.-]{1,20}$/;

/** Decodes a header value, which clients may send in Base64 (MCP 2026-07-28, "Value encoding"). */
function unpacked(value: string | undefined): string | undefined {
  const packed = /^=\?base64\?([A-Za-z0-9+/]*=*)\?=$/.exec(value ?? '')?.[1];
  return packed === undefined ? value : Buffer.from(packed, 'base64').toString();
}

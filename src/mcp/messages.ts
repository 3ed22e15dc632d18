import {
  CLIENT_CAPABILITIES_META_KEY as CAPABILITIES,
  CLIENT_INFO_META_KEY as CLIENT,
  PROTOCOL_VERSION_META_KEY as VERSION,
} from '@modelcontextprotocol/server';
import type { ClientInfo } from '../keys/actor.js';
import { withoutKeys } from '../platform/logging/redaction.js';
import { textRule } from '../platform/validation/rule.js';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  type JsonObject,
  type MessageId,
  MessageRefused,
} from './json-rpc.js';
import { isObject } from '../platform/validation/shape.js';

/** No known client sends larger batches. Protocol versions after 2025-03-26 have no batches. */
const MAX_MESSAGES = 10;
/** Maximum length of a name, in characters. Longer names are cut: no method, tool or protocol version is that long. */
const MAX_NAME_LENGTH = 100;
/** Maximum length of an id, in characters. An answer repeats the id of its request. */
const MAX_ID_LENGTH = 200;

export const cut = (name: string): string => name.slice(0, MAX_NAME_LENGTH);

export interface Message {
  /** `null` if no answer is expected. */
  readonly id: MessageId;
  /** The params as the client sent them. */
  readonly params: JsonObject;
  /** What the SDK gets: only the members that the method uses, in bounded sizes. It gets no calls of tools. */
  readonly forSdk: {
    readonly jsonrpc: '2.0';
    readonly id?: MessageId;
    readonly method?: string;
    readonly params?: JsonObject;
    readonly result?: JsonObject;
  };
}

/**
 * Reads a body as a message or a batch.
 * @throws MessageRefused if a message is malformed, or if the batch has too many messages or uses an id twice
 */
export function messagesOf(body: unknown): Message | readonly Message[] {
  if (!Array.isArray(body))
    return messageOf(body, isObject(body) && isId(body.id) ? body.id : null);
  if (body.length > MAX_MESSAGES) {
    throw malformed(null, `A batch has at most ${MAX_MESSAGES} messages.`);
  }
  const ids = body.filter(isObject).flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length)
    throw malformed(null, 'Two messages of the batch have the same id.');
  // One malformed message refuses the whole batch, so that clients know that no message was processed.
  return body.map((message) => messageOf(message, null));
}

const isId = (id: unknown): id is string | number =>
  typeof id === 'string' ? id.length <= MAX_ID_LENGTH : Number.isSafeInteger(id);

/** @param refusedId the id in a refusal */
function messageOf(message: unknown, refusedId: MessageId): Message {
  if (!isObject(message) || message.jsonrpc !== '2.0') throw noMessage(refusedId);
  const { id, method, params = {} } = message;
  if (id !== undefined && !isId(id)) throw noMessage(refusedId);
  if (method === undefined && id !== undefined && ('result' in message || 'error' in message)) {
    // An answer, although this server never sends a request.
    return { id: null, params: {}, forSdk: { jsonrpc: '2.0', id, result: {} } };
  }
  if (typeof method !== 'string') throw noMessage(refusedId);
  const fault = isObject(params)
    ? id !== undefined && faultOf(method, params)
    : 'The params of a message must be an object.';
  if (fault) throw new MessageRefused(INVALID_PARAMS, refusedId, 'params', fault);
  const known = params as JsonObject;
  const forSdk = { method: cut(method), params: { ...used(method, known), ...metaOf(known) } };
  return {
    id: id ?? null,
    params: known,
    forSdk: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), ...forSdk },
  };
}

const malformed = (id: MessageId, detail: string): MessageRefused =>
  new MessageRefused(INVALID_REQUEST, id, 'body', detail);

const noMessage = (id: MessageId): MessageRefused =>
  malformed(
    id,
    `The body is not a JSON-RPC 2.0 message. A request has a method, and an id that is an integer or a string of at most ${MAX_ID_LENGTH} characters.`,
  );

function faultOf(method: string, params: JsonObject): string | undefined {
  if (method === 'initialize') {
    const { protocolVersion, capabilities, clientInfo } = params;
    return typeof protocolVersion === 'string' &&
      isObject(capabilities) &&
      isImplementation(clientInfo)
      ? undefined
      : 'The params of initialize need protocolVersion (a string), capabilities (an object) and clientInfo (an object with name and version).';
  }
  // Some clients send `null` or '' if they have no cursor.
  return method === 'tools/list' && ![undefined, null, ''].includes(params.cursor as string)
    ? 'tools/list has no cursors: it returns all tools in one answer.'
    : undefined;
}

/** Returns the params that a method of the SDK uses. */
function used(method: string, { protocolVersion }: JsonObject): JsonObject {
  if (method !== 'initialize') return {};
  // The client's capabilities and name have no effect here.
  const clientInfo = { name: 'client', version: '0' };
  return { protocolVersion: cut(String(protocolVersion)), capabilities: {}, clientInfo };
}

/** Returns the tool that a call names. A name that is not a string becomes empty: no tool has an empty name. */
export const toolNameOf = ({ name }: JsonObject): string =>
  typeof name === 'string' ? cut(name) : '';

const isImplementation = (value: unknown): value is ClientInfo =>
  isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';

/** Keeps the members of `_meta` that 2026-07-28 requires. 0 stands for a value of a wrong type. */
function metaOf({ _meta: meta }: JsonObject): JsonObject {
  if (!isObject(meta) || !(VERSION in meta || CAPABILITIES in meta)) return {};
  const { [VERSION]: version, [CAPABILITIES]: capabilities } = meta;
  return {
    _meta: {
      ...(version !== undefined && { [VERSION]: typeof version === 'string' ? cut(version) : 0 }),
      ...(capabilities !== undefined && { [CAPABILITIES]: isObject(capabilities) ? {} : 0 }),
    },
  };
}

/** What a request of 2026-07-28 declares about the client (contract 8). */
export interface Declared {
  /** `null` if the client states no name. */
  readonly client: ClientInfo | null;
  /** Whether the host can show a form to the person. */
  readonly elicits: boolean;
}

export function declaredBy({ _meta: meta }: JsonObject): Declared {
  if (!isObject(meta)) return { client: null, elicits: false };
  const { [CLIENT]: client, [CAPABILITIES]: capabilities } = meta;
  return {
    client: isImplementation(client) ? clientOf(client) : null,
    elicits: asksByForm(capabilities),
  };
}

/** Whether a client can show forms: it declares `form` or an empty object (MCP 2026-07-28, "Elicitation"). */
function asksByForm(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return (
    isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0)
  );
}

const nameRule = textRule({ min: 1, max: 100, visible: true });

/**
 * Removes invisible characters and publisher keys (contract 7), and cuts each text to 100 characters. A name that
 * nobody can see counts as none, because readers see the name (contract 9).
 */
function clientOf({ name, version }: ClientInfo): ClientInfo | null {
  const shown = { name: shownText(name), version: shownText(version) };
  return nameRule(shown.name) === undefined ? shown : null;
}

const shownText = (text: string): string => {
  const visible = text.slice(0, 10_000).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return /^.{0,100}/su.exec(withoutKeys(visible).trim())![0];
};

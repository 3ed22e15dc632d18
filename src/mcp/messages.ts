import type { ClientInfo } from '../keys/actor.js';
import { withoutKeys } from '../platform/logging/redaction.js';
import { textRule } from '../platform/validation/rule.js';
import { type HostAnswer, hostAnswerOf } from './host-answer.js';
import { isObject, type JsonObject } from './json.js';
import { INVALID_PARAMS, INVALID_REQUEST, type MessageId, MessageRefused } from './json-rpc.js';

/**
 * Maximum number of messages in a batch. No known client sends so many messages. Protocol versions after 2025-03-26
 * have no batches.
 */
export const MAX_MESSAGES = 10;

/**
 * Maximum length of a name, in characters. Longer names are cut; no method, tool or protocol version has a longer name.
 */
const MAX_NAME_LENGTH = 100;

/**
 * Maximum length of an id, in characters. This limit bounds the size of answers, because an answer repeats the id of
 * its request.
 */
const MAX_ID_LENGTH = 200;

/** Cuts a name that a client sent, because SDKs repeat names in their errors (contract 6). */
export const cut = (name: string): string => name.slice(0, MAX_NAME_LENGTH);

/** Member into which `forSdk` puts the client's arguments. The SDKs do not inspect this member. */
const SENT = 'sent';

/** Returns the client's arguments, from the object that an SDK passes to a handler. */
export const sentArguments = (handed: JsonObject | undefined): unknown => handed?.[SENT];

/**
 * Makes messages for the SDKs, with only the members that the methods use, in bounded sizes. If the SDKs got the whole
 * body, they would traverse megabytes and repeat them in errors. They would also silently drop members such as
 * `__proto__`, and refuse arguments that this service accepts (contract 4, 8).
 * @throws MessageRefused if a message is malformed, or the batch has too many messages or uses an id twice
 */
export function forSdk(body: unknown): unknown {
  if (!Array.isArray(body)) return oneForSdk(body, idOf(body));
  if (body.length > MAX_MESSAGES) {
    throw refusedBatch(`A batch holds at most ${MAX_MESSAGES} messages.`);
  }
  const ids = body.filter(isObject).flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) {
    throw refusedBatch('Two messages of the batch have one id.');
  }
  // If one message is malformed, the whole batch is refused, so that clients know that no message was processed.
  return body.map((message) => oneForSdk(message, null));
}

const refusedBatch = (detail: string): MessageRefused =>
  new MessageRefused(INVALID_REQUEST, null, 'body', detail);

const isId = (id: unknown): id is string | number =>
  typeof id === 'string' ? id.length <= MAX_ID_LENGTH : Number.isSafeInteger(id);

const idOf = (message: unknown): MessageId =>
  isObject(message) && isId(message.id) ? message.id : null;

function oneForSdk(message: unknown, refusedId: MessageId): unknown {
  if (!isObject(message) || message.jsonrpc !== '2.0') throw noMessage(refusedId);
  const { id, method } = message;
  const params = message.params ?? {};
  if (id !== undefined && !isId(id)) throw noMessage(refusedId);
  // The client sent an answer, although this server never sends a request. The SDK gets an answer without content.
  if (method === undefined && id !== undefined && isAnswer(message)) {
    return { jsonrpc: '2.0', id, result: {} };
  }
  if (typeof method !== 'string') throw noMessage(refusedId);
  if (!isObject(params)) throw badParams(refusedId, 'The params of a message are an object.');
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  const fault = id === undefined ? undefined : known?.fault?.(params);
  if (fault !== undefined) throw badParams(refusedId, fault);
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    method: cut(method),
    params: { ...known?.params(params), ...metaOf(params) },
  };
}

const isAnswer = (message: JsonObject): boolean => 'result' in message || 'error' in message;

const noMessage = (id: MessageId): MessageRefused =>
  new MessageRefused(
    INVALID_REQUEST,
    id,
    'body',
    `The body is no JSON-RPC 2.0 message: a request has a method, and an id that is an integer or a text of at most ${MAX_ID_LENGTH} characters.`,
  );

const badParams = (id: MessageId, detail: string): MessageRefused =>
  new MessageRefused(INVALID_PARAMS, id, 'params', detail);

interface Method {
  /** Returns the fault of the params; `undefined` if they are correct. */
  fault?(params: JsonObject): string | undefined;
  /** Makes the params for the SDK. */
  params(params: JsonObject): JsonObject;
}

const METHODS: Readonly<Record<string, Method>> = {
  initialize: {
    fault: ({ protocolVersion, capabilities, clientInfo }) =>
      typeof protocolVersion === 'string' && isObject(capabilities) && isImplementation(clientInfo)
        ? undefined
        : 'initialize needs protocolVersion, a text, capabilities, an object, and clientInfo with name and version.',
    // The client's capabilities and name have no effect here.
    params: ({ protocolVersion }) => ({
      protocolVersion: typeof protocolVersion === 'string' ? cut(protocolVersion) : '',
      capabilities: {},
      clientInfo: { name: 'client', version: '0' },
    }),
  },
  'tools/list': {
    fault: ({ cursor }) =>
      // Some clients send `null` or '' if they have no cursor.
      cursor === undefined || cursor === null || cursor === ''
        ? undefined
        : 'There is no such cursor: tools/list answers all tools at once.',
    params: () => ({}),
  },
  'tools/call': {
    params: ({ name, arguments: sent }) => ({
      // A name that is not a string becomes empty. No tool has an empty name.
      name: typeof name === 'string' ? cut(name) : '',
      arguments: { [SENT]: sent },
    }),
  },
  // The service refuses subscriptions, because there is nothing to subscribe to.
  'subscriptions/listen': { params: () => ({ notifications: {} }) },
};

const isImplementation = (value: unknown): value is ClientInfo =>
  isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Keeps the members of `_meta` that version 2026-07-28 requires. A value of a wrong type becomes 0, so that the SDK
 * refuses the message.
 */
function metaOf({ _meta: meta }: JsonObject): JsonObject {
  if (!isObject(meta) || !(VERSION in meta || CAPABILITIES in meta)) return {};
  const { [VERSION]: version, [CAPABILITIES]: capabilities } = meta;
  return {
    _meta: {
      ...(version === undefined
        ? {}
        : { [VERSION]: typeof version === 'string' ? cut(version) : 0 }),
      ...(capabilities === undefined ? {} : { [CAPABILITIES]: knownCapabilities(capabilities) }),
    },
  };
}

/**
 * Keeps the only capability that this service uses. Without this capability, the SDK would send no question to the
 * client.
 */
const knownCapabilities = (capabilities: unknown): unknown =>
  isObject(capabilities)
    ? asksByForm(capabilities.elicitation)
      ? { elicitation: { form: {} } }
      : {}
    : 0;

/** Facts about the client and its host that a request of protocol version 2026-07-28 declares (contract 8). */
export interface Declared {
  /** `null` if the client states no name. */
  readonly client: ClientInfo | null;
  /** Whether the host can show a form to the person. */
  readonly elicits: boolean;
  /** The person's answer, which a repeated call contains; `null` if the call contains no answer. */
  readonly answer: HostAnswer | null;
}

const CLIENT = 'io.modelcontextprotocol/clientInfo';

/**
 * Reads the declarations of a client. A batch contains no declarations, because only older protocol versions have
 * batches.
 */
export function declaredBy(body: unknown): Declared {
  const params = isObject(body) ? body.params : undefined;
  const meta = isObject(params) ? params._meta : undefined;
  if (!isObject(params) || !isObject(meta)) return { client: null, elicits: false, answer: null };
  const { [CLIENT]: client, [CAPABILITIES]: capabilities } = meta;
  return {
    client: isImplementation(client) ? clientOf(client) : null,
    elicits: isObject(capabilities) && asksByForm(capabilities.elicitation),
    answer: hostAnswerOf(params),
  };
}

/**
 * Whether the client declares that it can show forms. A client declares this by the member `form`, or by an empty
 * object (MCP 2026-07-28, "Elicitation").
 */
const asksByForm = (elicitation: unknown): boolean =>
  isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);

const nameRule = textRule({ min: 1, max: 100, visible: true });

/**
 * Removes invisible characters and publisher keys (contract 7), and cuts each text to 100 characters. A name that
 * nobody can see counts as none, because readers see the name (contract 9).
 */
function clientOf({ name, version }: ClientInfo): ClientInfo | null {
  const seen = { name: told(name), version: told(version) };
  return nameRule(seen.name) === undefined ? seen : null;
}

const told = (text: string): string => {
  const visible = text.slice(0, 10_000).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return /^.{0,100}/su.exec(withoutKeys(visible).trim())![0];
};

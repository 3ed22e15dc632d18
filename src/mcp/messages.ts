import type { ClientInfo } from '../keys/actor.js';
import { type HostAnswer, hostAnswerOf } from './host-answer.js';
import { isObject, type JsonObject } from './json.js';
import { INVALID_PARAMS, INVALID_REQUEST, type MessageId, MessageRefused } from './json-rpc.js';

/** More than any client sends at once; batches left the protocol after 2025-03-26. */
export const MAX_MESSAGES = 10;

/** No method, tool or revision has a longer name. */
const MAX_NAME_LENGTH = 100;

/** An answer repeats the id of its request. */
const MAX_ID_LENGTH = 200;

/** Cuts a name for the SDKs, which repeat it in their errors (contract 6). */
export const cut = (name: string): string => name.slice(0, MAX_NAME_LENGTH);

/** Member in which `forSdk` puts the arguments; the SDKs do not look into it. */
const SENT = 'sent';

/** The client's arguments, taken from what an SDK passes to a handler. */
export const sentArguments = (handed: JsonObject | undefined): unknown => handed?.[SENT];

/**
 * The messages of a body for the SDKs: only what their methods know, in bounded sizes. The SDKs would walk through
 * megabytes, repeat them in errors, drop members such as `__proto__` silently, and refuse arguments that this service
 * accepts (contract 4, 8).
 * @throws MessageRefused
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
  // One bad message refuses the batch, so that clients need not guess which ones ran.
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
  // An answer without a question: this server asks nothing over a stream.
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
  /** The fault of the params; `undefined`: none. */
  fault?(params: JsonObject): string | undefined;
  /** The params that the SDK gets. */
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
      // Some clients send `null` or '' for no cursor.
      cursor === undefined || cursor === null || cursor === ''
        ? undefined
        : 'There is no such cursor: tools/list answers all tools at once.',
    params: () => ({}),
  },
  'tools/call': {
    params: ({ name, arguments: sent }) => ({
      // Anything but a string is the name of no tool.
      name: typeof name === 'string' ? cut(name) : '',
      arguments: { [SENT]: sent },
    }),
  },
  // Refused, because there is nothing to subscribe to.
  'subscriptions/listen': { params: () => ({ notifications: {} }) },
};

const isImplementation = (value: unknown): value is ClientInfo =>
  isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The members of `_meta` that 2026-07-28 requires; a value of a wrong type stays, for the SDK to refuse. */
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

/** Only the capability that this service uses: an SDK asks nothing of a client that does not declare it. */
const knownCapabilities = (capabilities: unknown): unknown =>
  isObject(capabilities)
    ? asksByForm(capabilities.elicitation)
      ? { elicitation: { form: {} } }
      : {}
    : 0;

/** The client and its host, as a request of 2026-07-28 declares them (contract 8). */
export interface Declared {
  /** `null`: it does not name itself. */
  readonly client: ClientInfo | null;
  /** Its host can ask the person with a form. */
  readonly elicits: boolean;
  /** The person's answer that this repeated call carries; `null`: none. */
  readonly answer: HostAnswer | null;
}

const CLIENT = 'io.modelcontextprotocol/clientInfo';

/** The declaration of the client; empty for a batch, which only older revisions have. */
export function declaredBy(body: unknown): Declared {
  const params = isObject(body) ? body.params : undefined;
  const meta = isObject(params) ? params._meta : undefined;
  if (!isObject(params) || !isObject(meta)) return { client: null, elicits: false, answer: null };
  const { [CLIENT]: client, [CAPABILITIES]: capabilities } = meta;
  return {
    client: isImplementation(client) ? clientInfo(client) : null,
    elicits: isObject(capabilities) && asksByForm(capabilities.elicitation),
    answer: hostAnswerOf(params),
  };
}

/** An empty declaration means forms (MCP 2026-07-28, "Elicitation"). */
const asksByForm = (elicitation: unknown): boolean =>
  isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);

/** Removes invisible characters, and cuts the text. */
const clientInfo = ({ name, version }: ClientInfo): ClientInfo => ({
  name: told(name),
  version: told(version),
});

const told = (text: string): string =>
  /^.{0,100}/su.exec(text.slice(0, 10_000).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))![0];

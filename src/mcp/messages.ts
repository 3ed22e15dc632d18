import { isObject, type JsonObject } from './json-object.js';

/** More than any client sends at once; batches left the protocol after 2025-03-26. */
export const MOST_MESSAGES = 10;

/** No method, tool or revision has a longer name; what is longer is not repeated in errors either. */
const LONGEST_NAME = 100;

/** A name as the SDKs shall see it, which repeat it in their errors (CONTRACT 6). */
export const cut = (name: string): string => name.slice(0, LONGEST_NAME);

/** Where `forSdk` puts the arguments of a call; the SDKs hand on what it holds untouched. */
const SENT = 'sent';

/** What is wrong with a batch; `undefined`: nothing, or it is none. */
export function batchFault(body: unknown): string | undefined {
  if (!Array.isArray(body)) return undefined;
  if (body.length > MOST_MESSAGES) return `A batch holds at most ${MOST_MESSAGES} messages.`;
  const ids = body.filter(isObject).flatMap(({ id }) => (id === undefined ? [] : [id]));
  return new Set(ids).size < ids.length ? 'Two messages of the batch have one id.' : undefined;
}

/**
 * Messages as the SDKs shall see them. Of a call they see the name alone: they would drop members such
 * as `__proto__` in silence, walk through megabytes, and refuse arguments that we forgive (CONTRACT 8).
 */
export const forSdk = (body: unknown): unknown =>
  Array.isArray(body) ? body.map(oneForSdk) : oneForSdk(body);

/** What the client sent as arguments, from what an SDK hands to a handler. */
export const sentArguments = (handed: Readonly<Record<string, unknown>> | undefined): unknown =>
  handed?.[SENT];

function oneForSdk(message: unknown): unknown {
  if (!isObject(message) || typeof message.method !== 'string') return message;
  const { method, params } = message;
  const named = { ...message, method: cut(method) };
  if (method === 'tools/call') return { ...named, params: callParams(params) };
  return isObject(params) && '_meta' in params
    ? { ...named, params: { ...params, _meta: cutMeta(params._meta) } }
    : named;
}

/** Among its members is the name of a revision. */
const cutMeta = (meta: unknown): unknown =>
  isObject(meta)
    ? Object.fromEntries(
        Object.entries(meta).map(([name, value]) => [
          name,
          typeof value === 'string' ? cut(value) : value,
        ]),
      )
    : meta;

function callParams(params: unknown): JsonObject {
  const { name, arguments: sent, _meta } = isObject(params) ? params : {};
  return {
    // A name that is none is the name of no tool.
    name: typeof name === 'string' ? cut(name) : '',
    arguments: { [SENT]: sent },
    ...(_meta === undefined ? {} : { _meta: cutMeta(_meta) }),
  };
}

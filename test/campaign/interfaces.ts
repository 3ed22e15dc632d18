import type { AnswerBody } from '../setup/client.js';
import { modern, type RpcAnswer, toolCall } from '../setup/rpc.js';
import type { Seat } from './seat.js';

/** The interfaces of the service: HTTP, and MCP in its older and its newer protocol version. */
export const INTERFACES = ['http', 'mcp legacy', 'mcp modern'] as const;
export type Interface = (typeof INTERFACES)[number];
/** An interface, or the forms of the desk. */
export type Channel = Interface | 'desk';

/** One operation of an account, independent of the interface. */
export interface Order {
  readonly operation:
    'create' | 'update' | 'publish' | 'send back' | 'read' | 'list' | 'usage' | 'open';
  readonly id?: string;
  /** Body of a write, or query of a list. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  /** Seconds to wait for the release. */
  readonly wait?: number;
  /** The person who decides at the desk. If a program sends the order, `seat` is absent. */
  readonly seat?: Seat;
}

/** The response, in one form for all interfaces. */
export interface Reply {
  /** The status of a refusal, or 200 for any other answer. */
  readonly status: number;
  /** The code of a refusal, or `''` for any other answer. */
  readonly code: string;
  readonly body: AnswerBody;
  readonly replayed: boolean;
  /** The text that every replay at the same interface must repeat, byte for byte. */
  readonly text: string;
  /** Header fields and body of the response. */
  readonly whole: string;
  /** Whether the request had no key, so that it counts for its address. */
  readonly isOfAddress?: true;
}

/** Maximum wait for an answer, in ms. A fault of the network lasts at most 8 s. */
export const TIMEOUT_MS = 25_000;

/** Sends an order to the process at `url`. Rejects if no answer comes. */
export function send(url: string, key: string, channel: Channel, order: Order): Promise<Reply> {
  if (order.seat) return order.seat.send(url, order);
  return channel === 'http' ? overHttp(url, key, order) : overMcp(url, key, channel, order);
}

const PUBLICATIONS = '/api/v1/publications';

async function overHttp(url: string, key: string, order: Order): Promise<Reply> {
  const { operation, id, fields = {}, idempotencyKey, wait } = order;
  const query = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  const [method, path] = (
    {
      create: ['POST', PUBLICATIONS],
      update: ['PATCH', `${PUBLICATIONS}/${id}`],
      publish: ['POST', `${PUBLICATIONS}/${id}/publish`],
      read: ['GET', `${PUBLICATIONS}/${id}`],
      list: ['GET', `${PUBLICATIONS}?${String(query)}`],
      usage: ['GET', '/api/v1/account/usage'],
    } as Partial<Record<Order['operation'], [string, string]>>
  )[operation]!;
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(wait === undefined ? {} : { Prefer: `wait=${wait}` }),
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const body = JSON.parse(text) as AnswerBody;
  const refused = response.status >= 400;
  return {
    status: refused ? response.status : 200,
    code: refused ? body.code : '',
    body,
    replayed: response.headers.get('Idempotent-Replayed') === 'true',
    text: `${response.status} ${text}`,
    whole: wholeOf(response, text),
  };
}

export const wholeOf = ({ headers }: Response, text: string): string =>
  [...[...headers].map((field) => field.join(': ')), text].join('\n');

const TOOLS: Partial<Record<Order['operation'], string>> = {
  create: 'create_publication',
  update: 'update_publication',
  publish: 'publish_publication',
  read: 'get_publication',
  list: 'list_publications',
  usage: 'get_account_usage',
};

async function overMcp(url: string, key: string, channel: Channel, order: Order): Promise<Reply> {
  const { operation, id, fields, idempotencyKey, wait } = order;
  const name = TOOLS[operation]!;
  const args = {
    ...(id === undefined ? {} : { id }),
    ...fields,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(wait === undefined ? {} : { waitSeconds: wait }),
  };
  const { body, headers } =
    channel === 'mcp modern'
      ? modern('tools/call', { name, arguments: args })
      : { body: toolCall(name, args), headers: { 'MCP-Protocol-Version': '2025-06-18' } };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const message = JSON.parse(text) as RpcAnswer['message'] & AnswerBody;
  // If the service cannot look up the key, it answers with a problem document, as the REST API does, and not with a
  // JSON-RPC message.
  const reply =
    message.result || message.error
      ? fromMessage(response.status, message)
      : { status: response.status, code: message.code, body: message, replayed: false, text };
  return { ...reply, whole: wholeOf(response, text) };
}

function fromMessage(
  status: number,
  { result, error }: RpcAnswer['message'],
): Omit<Reply, 'whole'> {
  if (!result) {
    const code = error?.data?.code ?? String(error?.code);
    const body = (error?.data ?? {}) as AnswerBody;
    return { status, code, body, replayed: false, text: JSON.stringify(error) };
  }
  const { content, isError, _meta } = result as {
    content: { text: string }[];
    isError?: boolean;
    _meta?: Record<string, unknown>;
  };
  const { text } = content[0]!;
  const body = JSON.parse(text) as AnswerBody;
  // A replay has another note, and no warnings (contract 8).
  return {
    status: isError ? body.status : 200,
    code: isError ? body.code : '',
    body,
    replayed: _meta?.['imprimatur/replayed'] === true,
    text: JSON.stringify({ ...body, note: undefined, warnings: undefined }),
  };
}

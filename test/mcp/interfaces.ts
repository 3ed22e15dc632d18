import type { Answer, Client } from '../setup/client.js';
import type { Assistant, ToolOutcome } from '../setup/mcp.js';

/** The result of an operation at either interface. */
export interface Outcome {
  /** Status of the refusal, or `null` if the operation succeeded. */
  readonly status: number | null;
  readonly code: string | null;
  readonly details: object | null;
  readonly retryable: boolean | null;
  readonly replayed: boolean;
  readonly id: string;
  readonly version: number;
}

type Query = Readonly<Record<string, string | number>>;

/** The six operations at one interface. */
export interface InterfaceCaller {
  usage(query?: Query): Promise<Outcome>;
  list(query: Query): Promise<Outcome>;
  read(id: string): Promise<Outcome>;
  create(fields: object, key?: string): Promise<Outcome>;
  update(id: string, fields: object, key?: string): Promise<Outcome>;
  publish(id: string, fields: object, key?: string): Promise<Outcome>;
}

const fromAnswer = ({ status, body, headers }: Answer): Outcome => ({
  ...outcomeOf(status >= 400 ? status : null, body),
  replayed: headers.get('Idempotent-Replayed') === 'true',
});

const fromTool = ({ isError, body, replayed }: ToolOutcome): Outcome => ({
  ...outcomeOf(isError ? body.status : null, body),
  replayed,
});

const outcomeOf = (status: number | null, body: Answer['body']) => ({
  status,
  code: status === null ? null : body.code,
  details: status === null ? null : body.details,
  retryable: status === null ? null : body.retryable,
  id: body.id,
  version: body.version,
});

const named = (key: string = crypto.randomUUID()) => ({ idempotencyKey: key });

const withKey = (key: string | undefined) => (key === undefined ? {} : { key });

function inAddress(query: Query = {}): string {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `?${String(new URLSearchParams(words))}`;
}

export const overHttp = (api: Client): InterfaceCaller => ({
  usage: async (query) => fromAnswer(await api.usage(inAddress(query))),
  list: async (query) => fromAnswer(await api.list(inAddress(query))),
  read: async (id) => fromAnswer(await api.read(id)),
  create: async (fields, key) => fromAnswer(await api.create(fields, withKey(key))),
  update: async (id, fields, key) => fromAnswer(await api.update(id, fields, withKey(key))),
  publish: async (id, fields, key) => fromAnswer(await api.publish(id, fields, withKey(key))),
});

export const overMcp = (someone: Assistant): InterfaceCaller => {
  const call = async (name: string, args: object) => fromTool(await someone.call(name, args));
  return {
    usage: (query = {}) => call('get_account_usage', query),
    list: (query) => call('list_publications', query),
    read: (id) => call('get_publication', { id }),
    create: (fields, key) => call('create_publication', { ...named(key), ...fields }),
    update: (id, fields, key) => call('update_publication', { id, ...named(key), ...fields }),
    publish: (id, fields, key) => call('publish_publication', { id, ...named(key), ...fields }),
  };
};

/** Returns a caller that connects at its first call, because most tests use only one of the prepared callers. */
export function whenCalled(connect: () => Promise<InterfaceCaller>): InterfaceCaller {
  let connected: Promise<InterfaceCaller> | undefined;
  const caller = (): Promise<InterfaceCaller> => (connected ??= connect());
  return {
    usage: async (query) => (await caller()).usage(query),
    list: async (query) => (await caller()).list(query),
    read: async (id) => (await caller()).read(id),
    create: async (fields, key) => (await caller()).create(fields, key),
    update: async (id, fields, key) => (await caller()).update(id, fields, key),
    publish: async (id, fields, key) => (await caller()).publish(id, fields, key),
  };
}

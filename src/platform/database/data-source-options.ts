import type { ClientBase, PoolConfig } from 'pg';
import { DefaultNamingStrategy } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { READ_ONLY } from './database-fault.js';

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Maps `accountId` in TypeScript to `account_id` in PostgreSQL. */
class NamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

const APPLICATION_NAME = 'imprimatur';
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Settings of every connection. Every wait has a time limit. The wait for a lock ends after 4 s, because all waits of
 * one write together may take at most 5 s (contract 5). A server that has not answered after `query_timeout`, longer
 * than its own `statement_timeout`, is gone: TCP alone would notice that only after 15 minutes.
 */
const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  lock_timeout: 4_000,
  statement_timeout: 10_000,
  query_timeout: 11_000,
  idle_in_transaction_session_timeout: 5_000,
};

const PREPARE = `
  SELECT set_config('jit', 'off', false), pg_is_in_recovery() AS standby,
         current_setting('transaction_read_only')::boolean AS read_only`;

/**
 * Sessions that began while the database was read-only. They stay read-only when the database is writable again, so no
 * pool keeps them.
 */
const readOnlySessions = new WeakSet<ClientBase>();

export const isReadOnlySession = (client: ClientBase): boolean => readOnlySessions.has(client);

/**
 * Makes the hook that prepares a new connection. The hook turns JIT off: with JIT, which compiles plans, a search in a
 * million documents takes 0.2 s instead of 0.03 s. At the address of the primary, it refuses a standby. During a
 * failover, a proxy can connect the service to a standby that lacks changes that clients have already seen (contract 3).
 */
const prepared =
  (isReplica: boolean) =>
  async (client: ClientBase): Promise<void> => {
    // Without a listener, an `error` event would end the process. The statement fails with the same error.
    client.on('error', () => undefined);
    const { rows } = await client.query<{ standby: boolean; read_only: boolean }>({
      text: PREPARE,
      query_timeout: CONNECT_TIMEOUT_MS,
    } as { text: string });
    const { standby, read_only: isReadOnly } = rows[0]!;
    if (isReadOnly && !isReplica) readOnlySessions.add(client);
    if (isReplica || !standby) return;
    const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
    throw Object.assign(fault, { code: READ_ONLY });
  };

export function dataSourceOptions(url: string, poolSize: number): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    applicationName: APPLICATION_NAME,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    namingStrategy: new NamingStrategy(),
    synchronize: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: { ...CONNECTION, onConnect: prepared(false) },
  };
}

export function poolOptions(url: string, max: number, isReplica = false): PoolConfig {
  const options = {
    ...CONNECTION,
    connectionString: url,
    max,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The pool awaits `onConnect` before it uses a new connection, although pg's types say that it does not.
    onConnect: prepared(isReplica),
  };
  return options;
}

import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { DefaultNamingStrategy } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { READ_ONLY } from './database-fault.js';

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** `accountId` in TypeScript is `account_id` in PostgreSQL; constraints are named as PostgreSQL does. */
class NamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override primaryKeyName(table: string | { name: string }): string {
    return `${typeof table === 'string' ? table : table.name}_pkey`;
  }

  override foreignKeyName(table: string | { name: string }, columns: string[]): string {
    return `${typeof table === 'string' ? table : table.name}_${columns.join('_')}_fkey`;
  }
}

/** PostgreSQL ends every statement after 10 s: who says nothing for longer is not there any more. */
const READ_TIMEOUT_MS = 11_000;

/** What pg keeps in a client, which its types do not know. */
interface Connection {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
}

/**
 * A connection that breaks when the other side has fallen silent. A network that swallows packets
 * ends none, and TCP itself would wait for a quarter of an hour.
 */
class WatchedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Whoever uses it hears of it from the statement; while nobody does, it must not end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: Connection };
      const { stream } = connection;
      stream.setTimeout(READ_TIMEOUT_MS, () => {
        const fault = new Error(`PostgreSQL has been silent for ${READ_TIMEOUT_MS} ms.`);
        stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
      });
      // A session that can only read may stay so when the database has long been writable again, or be at a
      // server that is not the primary any more: the pool replaces a client that has ended.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }
}

/**
 * How TypeORM reaches PostgreSQL. The limits make every wait end: a statement that waits for a lock
 * gives up after 4 s, so that a repeated write is answered within the 5 s of CONTRACT 5.
 */
export function dataSourceOptions(url: string, poolSize: number): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    poolSize,
    applicationName: 'imprimatur',
    connectTimeoutMS: 3_000,
    namingStrategy: new NamingStrategy(),
    synchronize: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: {
      Client: WatchedClient,
      keepAlive: true,
      lock_timeout: 4_000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 5_000,
    },
  };
}

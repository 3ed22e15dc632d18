import { DefaultNamingStrategy } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { ofPrimary, WatchedClient } from './watched-client.js';

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Maps `accountId` in TypeScript to `account_id` in PostgreSQL, and names primary keys as PostgreSQL does. */
class NamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override primaryKeyName(table: string | { name: string }): string {
    return `${typeof table === 'string' ? table : table.name}_pkey`;
  }
}

/**
 * Makes the options of a pool. Every wait has a time limit. The wait for a lock ends after 4 s, because all waits of
 * one write together may take at most 5 s (contract 5).
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
      onConnect: ofPrimary,
      keepAlive: true,
      lock_timeout: 4_000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 5_000,
    },
  };
}

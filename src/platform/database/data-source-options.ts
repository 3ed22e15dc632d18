import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { NamingStrategy } from './naming-strategy.js';

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
      keepAlive: true,
      lock_timeout: 4_000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 5_000,
    },
  };
}

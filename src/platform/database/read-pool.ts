import { Pool } from 'pg';
import { dataSourceOptions } from './data-source-options.js';
import { withoutJit } from './watched-client.js';
import { pooledRows } from './connection.js';
import { connectionSemaphore } from './connection-budget.js';
import type { Semaphore } from '../concurrency/semaphore.js';
import type { Reads, Statement } from './statement.js';

export class ReadPool implements Reads {
  private readonly pool: Pool;
  private readonly semaphore: Semaphore;

  constructor(url: string, poolSize: number) {
    const { applicationName, connectTimeoutMS, extra } = dataSourceOptions(url, poolSize);
    // The options are in a variable. In an object literal, TypeScript would refuse `onConnect`, because pg's types do
    // not have this option. The pool awaits `onConnect` before it uses a new connection.
    const options = {
      ...extra,
      onConnect: withoutJit,
      connectionString: url,
      max: poolSize,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMS,
    };
    this.pool = new Pool(options);
    this.semaphore = connectionSemaphore(poolSize);
    // Without a listener, an error of an idle connection would end the process. The pool replaces the connection.
    this.pool.on('error', () => undefined);
  }

  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.semaphore.run(() => pooledRows(this.pool, statement, values), statement.name);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

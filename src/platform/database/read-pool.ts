import { Pool } from 'pg';
import { dataSourceOptions } from './data-source-options.js';
import { pooledRows } from './pooled-rows.js';
import { PublicReads } from './public-reads.js';
import type { Statement } from './statement.js';
import { WatchedClient } from './watched-client.js';

/** Connections to a database that is read and nothing else. */
export class ReadPool extends PublicReads {
  private readonly pool: Pool;

  constructor(url: string, poolSize: number) {
    super();
    const { applicationName, connectTimeoutMS, extra } = dataSourceOptions(url, poolSize);
    this.pool = new Pool({
      ...extra,
      Client: WatchedClient,
      connectionString: url,
      max: poolSize,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMS,
    });
    // An idle connection that breaks is replaced when it is needed.
    this.pool.on('error', () => undefined);
  }

  rows<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return pooledRows(this.pool, statement, values);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { Database } from './database.js';
import { dataSourceOptions } from './data-source-options.js';
import { PublicReads } from './public-reads.js';
import { ReadPool } from './read-pool.js';
import { ReplicaReads } from './replica-reads.js';
import { WatchedClient } from './watched-client.js';

/** The data source, `Database` on it, and `PublicReads`, for every module of the process. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param replicaUrl a streaming replica for what the public reads; `null`: there is none */
  static register(url: string, poolSize: number, replicaUrl: string | null = null): DynamicModule {
    const options = dataSourceOptions(url, poolSize);
    return {
      module: DatabaseModule,
      imports: [
        MetricsModule,
        TypeOrmModule.forRoot({
          ...options,
          extra: { ...options.extra, Client: WatchedClient },
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [Database, publicReads(replicaUrl, poolSize)],
      exports: [Database, PublicReads],
    };
  }
}

function publicReads(replicaUrl: string | null, poolSize: number): Provider {
  if (replicaUrl === null) return { provide: PublicReads, useExisting: Database };
  return {
    provide: PublicReads,
    inject: [Database, Metrics],
    useFactory: (database: Database, metrics: Metrics) =>
      new ReplicaReads(database, new ReadPool(replicaUrl, poolSize), metrics),
  };
}

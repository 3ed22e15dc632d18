import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import {
  AccountReads,
  AccountWrites,
  Database,
  HeartbeatDatabase,
  WorkerDatabase,
} from './database.js';
import { dataSourceOptions } from './data-source-options.js';
import { PrimaryReads, PublicReads } from './public-reads.js';
import { ReadPool } from './read-pool.js';
import { ReplicaReads } from './replica-reads.js';
import { Shares } from './shares.js';

/** A way to PostgreSQL for each kind of work: whoever injects one has its share of the connections. */
const WAYS = [Database, WorkerDatabase, HeartbeatDatabase, AccountReads, AccountWrites];

/** The data source, and the ways to it, for every module of the process. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param replicaUrl a streaming replica for what the public reads; `null`: there is none */
  static register(url: string, poolSize: number, replicaUrl: string | null = null): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MetricsModule,
        TypeOrmModule.forRoot({
          ...dataSourceOptions(url, poolSize),
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [
        {
          provide: Shares,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new Shares(dataSource, poolSize),
        },
        ...WAYS,
        PrimaryReads,
        publicReads(replicaUrl, poolSize),
      ],
      exports: [Shares, ...WAYS, PublicReads],
    };
  }
}

function publicReads(replicaUrl: string | null, poolSize: number): Provider {
  if (replicaUrl === null) return { provide: PublicReads, useExisting: PrimaryReads };
  return {
    provide: PublicReads,
    inject: [PrimaryReads, Metrics],
    useFactory: (primary: PrimaryReads, metrics: Metrics) =>
      new ReplicaReads(primary, new ReadPool(replicaUrl, poolSize), metrics),
  };
}

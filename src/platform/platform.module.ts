import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from './config/config.js';
import { dataSourceOptions } from './database/data-source-options.js';
import { Database, requestConnections } from './database/database.js';
import { Health } from './health/health.service.js';
import { Lifecycle } from './lifecycle/lifecycle.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsServer } from './metrics/metrics-server.service.js';
import { Threads } from './threads/threads.service.js';

/** The program of the threads, with the tasks of all features. */
const PROGRAM = new URL('../thread.worker.js', import.meta.url);

/** What every process has: configuration, database, threads, metrics and health. */
@Global()
@Module({})
export class PlatformModule {
  static register(config: Config, databaseUrl: string): DynamicModule {
    const { databasePoolSize, databaseReplicaUrl } = config;
    return {
      module: PlatformModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl, requestConnections(databasePoolSize)),
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [
        { provide: Config, useValue: config },
        {
          provide: Database,
          inject: [DataSource, Metrics],
          useFactory: (dataSource: DataSource, metrics: Metrics) =>
            new Database(dataSource, databasePoolSize, databaseReplicaUrl, metrics),
        },
        { provide: Threads, useFactory: () => new Threads(PROGRAM) },
        Health,
        Lifecycle,
        Metrics,
        MetricsServer,
      ],
      exports: [Config, Database, Threads, Health, Lifecycle, Metrics, MetricsServer],
    };
  }
}

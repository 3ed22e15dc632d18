import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database, requestConnections } from './database.js';

@Global()
@Module({})
export class DatabaseModule {
  /** @param replicaUrl address of a streaming replica for reads of the public site; `null` if there is no replica */
  static register(url: string, size: number, replicaUrl: string | null = null): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MetricsModule,
        TypeOrmModule.forRoot({
          ...dataSourceOptions(url, requestConnections(size)),
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [DataSource, Metrics],
          useFactory: (dataSource: DataSource, metrics: Metrics) =>
            new Database(dataSource, size, replicaUrl, metrics),
        },
      ],
      exports: [Database],
    };
  }
}

import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { dataSourceOptions } from './data-source-options.js';
import { WatchedClient } from './watched-client.js';

/** The data source, and `Database` on it, for every module of the process. */
@Global()
@Module({})
export class DatabaseModule {
  static register(url: string, poolSize: number): DynamicModule {
    const options = dataSourceOptions(url, poolSize);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...options,
          extra: { ...options.extra, Client: WatchedClient },
          autoLoadEntities: true,
          retryAttempts: 0,
        }),
      ],
      providers: [Database],
      exports: [Database],
    };
  }
}

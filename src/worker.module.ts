import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { LifecycleModule } from './platform/lifecycle/lifecycle.module.js';
import { MetricsServerModule } from './platform/metrics/metrics-server.module.js';
import { ReleaseWorkerModule } from './releases/release-worker.module.js';

@Module({})
export class WorkerModule {
  static register(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.register(config),
        DatabaseModule.register(databaseUrl, config.databasePoolSize),
        LifecycleModule,
        MetricsServerModule,
        ReleaseWorkerModule,
      ],
    };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from './platform/config/config.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ReleaseWorkerModule } from './releases/release-worker.module.js';

@Module({})
export class WorkerModule {
  static register(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.register(config, databaseUrl),
        ReleaseWorkerModule.register(config),
        HousekeepingModule,
      ],
    };
  }
}

import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { ThreadsModule } from '../threads/threads.module.js';
import { MetricsServer } from './metrics-server.service.js';

@Module({
  imports: [HealthModule, LifecycleModule, ThreadsModule],
  providers: [MetricsServer],
  exports: [MetricsServer],
})
export class MetricsServerModule {}

import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { ThreadsModule } from '../threads/threads.module.js';
import { MetricsServer } from './metrics-server.service.js';

@Module({
  imports: [HealthModule, ThreadsModule],
  providers: [MetricsServer],
  exports: [MetricsServer],
})
export class MetricsServerModule {}

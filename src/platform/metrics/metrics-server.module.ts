import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { MetricsServer } from './metrics-server.service.js';
import { MetricsModule } from './metrics.module.js';

/** The address at which a process tells its metrics. */
@Module({
  imports: [HealthModule, MetricsModule],
  providers: [MetricsServer],
  exports: [MetricsServer],
})
export class MetricsServerModule {}

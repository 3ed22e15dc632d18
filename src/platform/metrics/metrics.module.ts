import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** The metrics, global; `DatabaseModule`, which every process has, imports them. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

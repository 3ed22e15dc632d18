import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** What is measured, for whoever measures: global, and brought in by `DatabaseModule`, which every process has. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

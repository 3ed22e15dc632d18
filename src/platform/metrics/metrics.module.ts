import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Makes `Metrics` available everywhere. `DatabaseModule`, which every process has, imports this module. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

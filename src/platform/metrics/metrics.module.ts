import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** What is measured, for whoever measures. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

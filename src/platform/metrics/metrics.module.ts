import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** What is measured, for whoever measures; imported by each module that does. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

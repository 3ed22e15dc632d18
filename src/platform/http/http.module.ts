import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { HealthController } from '../health/health.controller.js';
import { ValidatedPipe } from '../validation/validated.pipe.js';
import { ProblemFilter } from './problem.filter.js';

@Module({
  controllers: [HealthController],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: ValidatedPipe },
  ],
})
export class HttpModule {}

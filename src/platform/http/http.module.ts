import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { HealthController } from '../health/health.controller.js';
import { ValidatedPipe } from '../validation/validated.pipe.js';
import { AnswerCache } from './answer-cache.js';
import { ProblemFilter } from './problem.filter.js';

/** What every process has that answers requests: the checks of health and input, problems, and the cache of answers. */
@Module({
  controllers: [HealthController],
  providers: [
    AnswerCache,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: ValidatedPipe },
  ],
  exports: [AnswerCache],
})
export class HttpModule {}

import { Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.js';

/** The one cache of answers of a process. It has a module of its own, because the routes of the site come last. */
@Module({ providers: [AnswerCache], exports: [AnswerCache] })
export class AnswersModule {}

import { Module } from '@nestjs/common';
import { LiveActors } from './live-actors.service.js';

/** The check of keys and sessions at the moment of an answer, for every process. */
@Module({ providers: [LiveActors], exports: [LiveActors] })
export class LiveActorsModule {}

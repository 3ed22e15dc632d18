import { Module } from '@nestjs/common';
import { Threads } from './threads.service.js';

/** The program of the threads, with the tasks of all features. */
const PROGRAM = new URL('../../thread.worker.js', import.meta.url);

@Module({
  providers: [{ provide: Threads, useFactory: () => new Threads(PROGRAM) }],
  exports: [Threads],
})
export class ThreadsModule {}

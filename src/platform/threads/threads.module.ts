import { Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Threads } from './threads.service.js';

/** The program of the threads, with the tasks of all features. */
const PROGRAM = new URL('../../thread.worker.js', import.meta.url);
/**
 * Niceness of the threads of a process that only releases (`ROLE=worker`). If a process that answers requests needs the
 * same processor, such a thread gets a tenth of the processor's time.
 */
const BEHIND_REQUESTS = 10;

@Module({
  providers: [
    {
      provide: Threads,
      inject: [Config],
      useFactory: (config: Config) =>
        new Threads(PROGRAM, config.role === 'worker' ? { niceness: BEHIND_REQUESTS } : {}),
    },
  ],
  exports: [Threads],
})
export class ThreadsModule {}

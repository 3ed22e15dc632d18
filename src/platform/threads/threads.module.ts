import { Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Threads } from './threads.service.js';

/** Made of what all features let threads do. */
const PROGRAM = new URL('../../thread.worker.js', import.meta.url);
/** The threads of a worker go after all that answers requests: a tenth of a processor where both want all of it. */
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

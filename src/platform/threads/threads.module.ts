import { Module } from '@nestjs/common';
import { Threads } from './threads.service.js';

/** Made of what all features let threads do. */
const PROGRAM = new URL('../../thread.worker.js', import.meta.url);

@Module({
  providers: [{ provide: Threads, useFactory: () => new Threads(PROGRAM) }],
  exports: [Threads],
})
export class ThreadsModule {}

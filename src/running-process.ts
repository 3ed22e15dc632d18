import type { INestApplicationContext } from '@nestjs/common';

export interface RunningProcess {
  /** Must be closed after `drain`. Closing finishes or gives back jobs in flight, and ends all database connections. */
  readonly app: INestApplicationContext;
  /** Starts the work of the process. @throws Error that says why the process cannot start */
  start(): Promise<void>;
  /** Stops accepting work. Resolves when the accepted requests, if any, are answered or have taken too long. */
  drain(): Promise<void>;
}

import type { INestApplicationContext } from '@nestjs/common';

export interface RunningProcess {
  /** Close it last: closing ends jobs in flight and the connections to the database. */
  readonly app: INestApplicationContext;
  /** Starts the work of the process. @throws Error that says why the process cannot start */
  start(): Promise<void>;
  /** Accepts no more work, and resolves when all accepted requests are answered. */
  drain(): Promise<void>;
}

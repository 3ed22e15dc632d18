import type { INestApplicationContext } from '@nestjs/common';

export interface RunningProcess {
  /** Closed last, which ends jobs in flight and the connections to the database. */
  readonly app: INestApplicationContext;
  /** Takes up its work. @throws Error that says why it cannot */
  start(): Promise<void>;
  /** Lets no more work in, and resolves when the requests that were let in are answered. */
  drain(): Promise<void>;
}

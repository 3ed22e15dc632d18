import { Client as PgClient } from 'pg';
import { type Answer, type Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited } from '../setup/lock-awaited.js';

/** A create whose statement waits in the database until `letGo`. */
export interface HeldWrite {
  readonly answer: Promise<Answer>;
  /** Releases the lock. Call this function within 4 s, because a statement waits for this lock for at most 4 s. */
  letGo(): Promise<void>;
}

/**
 * Sends a create, and returns when the statement of the create waits in the database for the lock of the quota table.
 */
export async function holdWrite(databaseUrl: string, api: Client): Promise<HeldWrite> {
  const holder = new PgClient({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE daily_usage');
  const answer = api.create(newDocument());
  // The test awaits this promise later; until then, a rejection must not count as unhandled.
  answer.catch(() => undefined);
  await lockAwaited(databaseUrl);
  return {
    answer,
    letGo: async () => {
      await holder.query('COMMIT');
      await holder.end();
    },
  };
}

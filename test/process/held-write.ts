import { Client as PgClient } from 'pg';
import { type Answer, type Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited } from '../setup/lock-awaited.js';

/** A create that is carried out but for its last step, until it is let go. */
export interface HeldWrite {
  readonly answer: Promise<Answer>;
  /** At most 4 s after the start: no statement waits longer for a lock. */
  letGo(): Promise<void>;
}

/** Sends a create and returns when it waits in the database, for the quota unit. */
export async function holdWrite(databaseUrl: string, api: Client): Promise<HeldWrite> {
  const holder = new PgClient({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE daily_usage');
  const answer = api.create(newDocument());
  // Waited for by the test after all; until then its failure is nobody's surprise.
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

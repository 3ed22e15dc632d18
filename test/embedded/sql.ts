import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

/** Runs one statement on a connection of its own. */
export async function sql(url: string, statement: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the server may be killed under a statement
  await client.connect();
  try {
    return (await client.query<QueryResultRow>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when the database at `url` answers; the time limit of the test ends a wait in vain. */
export async function answer(url: string): Promise<void> {
  for (;;) {
    try {
      await sql(url, 'SELECT');
      return;
    } catch {
      await sleep(40);
    }
  }
}

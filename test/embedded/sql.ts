import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

/** Runs one statement on a new connection. */
export async function sql(url: string, statement: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a test may kill the server during a statement
  await client.connect();
  try {
    return (await client.query<QueryResultRow>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the database at `url` answers. If the database never answers, the test times out. */
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

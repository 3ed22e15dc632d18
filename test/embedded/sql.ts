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

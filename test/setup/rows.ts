import { Client, type QueryResultRow } from 'pg';

/** Runs one statement on a database, on a connection of its own, and returns its rows. */
export async function rowsOf<Row extends QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

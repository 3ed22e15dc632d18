import { Client } from 'pg';

/** Asks a database directly: for what no interface tells, and for faults that no interface can make. */
export async function sql<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

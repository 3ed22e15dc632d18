import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * Runs a statement on a database. Tests use this function to read data that no interface shows, and to cause faults
 * that no interface can cause.
 */
export async function sql<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await connected(databaseUrl);
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

/** Connects. Tries again while the server recovers from a crash that a test caused. */
async function connected(databaseUrl: string): Promise<Client> {
  for (;;) {
    const client = new Client({ connectionString: databaseUrl });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code !== CANNOT_CONNECT_NOW) throw error;
      await sleep(100);
    }
  }
}

const CANNOT_CONNECT_NOW = '57P03';

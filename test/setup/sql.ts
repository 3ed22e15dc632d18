import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Asks a database directly: for what no interface tells, and for faults that no interface can make. */
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

/** A server that recovers from a crash, as tests make it, lets nobody in for a moment. */
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

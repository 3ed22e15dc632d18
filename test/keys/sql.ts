import { Client } from 'pg';

/** Runs one statement on a new connection and returns its rows. */
export async function sql<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, values);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` while another transaction holds the locks of `statement`. `waiting` returns how many
 * statements of the database wait for a lock.
 */
export async function whileLocked(
  url: string,
  statement: string,
  work: (waiting: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(statement);
    await work(async () => (await sql(url, WAITING)).length);
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
}

const WAITING = `
  SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

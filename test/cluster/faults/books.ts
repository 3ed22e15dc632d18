import { booksOf } from '../../setup/books.js';
import { sql } from '../../setup/sql.js';
import type { Acknowledged } from './writers.js';

/** Differences between the writes in the database and the responses. */
export interface Books {
  readonly lost: number;
  readonly twice: number;
}

/**
 * Compares the stored writes with the acknowledged writes. After the writers have stopped, the stored and the
 * acknowledged writes must be the same.
 */
export async function compareBooks(
  databaseUrl: string,
  accountId: string,
  acknowledged: readonly Acknowledged[],
): Promise<Books> {
  const rows = await sql<{ key: string; id: string; version: number }>(
    databaseUrl,
    `SELECT idempotency_key AS key, publication_id AS id, version FROM accepted_write WHERE account_id = $1`,
    [accountId],
  );
  const { units } = await booksOf(databaseUrl, accountId);
  const versions = await sql<{ id: string; version: number }>(
    databaseUrl,
    'SELECT id, version FROM publication WHERE account_id = $1',
    [accountId],
  );
  const found = new Set(rows.map(line));
  const told = new Set(acknowledged.map(line));
  const last = new Map<string, number>();
  for (const { id, version } of acknowledged) last.set(id, Math.max(last.get(id) ?? 0, version));
  const current = new Map(versions.map(({ id, version }) => [id, version]));
  return {
    lost:
      [...told].filter((one) => !found.has(one)).length +
      [...last].filter(([id, version]) => (current.get(id) ?? 0) < version).length,
    twice:
      Math.abs(units - rows.length) +
      rows.length -
      [...found].filter((one) => told.has(one)).length +
      [...current].filter(([id, version]) => version > (last.get(id) ?? 0)).length,
  };
}

const line = ({ key, id, version }: { key: string; id: string; version: number }): string =>
  `${key} ${id} ${version}`;

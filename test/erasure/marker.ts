import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Client } from 'pg';

/** A word that stands nowhere unless a test has put it there; small letters, so that every index keeps it as it is. */
export const newMarker = (): string =>
  `marker${Array.from({ length: 12 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('')}`;

/** The members of a document with a marker in every field that a client may fill. */
export const marked = (marker: string, changes: object = {}): object => ({
  title: `Title ${marker}`,
  content: `# Heading ${marker}\n\nText ${marker}.\n\n\`\`\`\n${marker}\n\`\`\`\n`,
  description: `Summary ${marker}`,
  tags: [marker],
  sources: [`https://example.org/${marker}`],
  author: { kind: marker.slice(0, 40), name: `Author ${marker}` },
  changeNote: `Note ${marker}`,
  ...changes,
});

/** The bytes, and what they are when they are taken apart. */
function* readings(bytes: Buffer): Generator<string> {
  yield bytes.toString('latin1');
  for (const takeApart of [brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync]) {
    try {
      yield takeApart(bytes).toString('latin1');
    } catch {
      // It is not compressed so.
    }
  }
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const COLUMNS = `
  SELECT table_name AS "table", column_name AS "column", data_type AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
   ORDER BY table_name, ordinal_position`;

/** Where a marker stands in a database: columns of all its tables, compressed ones included, and samples of the planner. */
export async function placesOf(databaseUrl: string, marker: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<Column>(COLUMNS);
    const places: string[] = [];
    for (const column of columns) {
      if (await standsIn(client, column, marker)) places.push(`${column.table}.${column.column}`);
    }
    const { rows: samples } = await client.query<{ place: string }>(
      `SELECT DISTINCT 'sample of ' || tablename || '.' || attname AS place FROM pg_stats
        WHERE schemaname = 'public' AND pg_stats::text ILIKE $1 ORDER BY 1`,
      [`%${marker}%`],
    );
    return [...places, ...samples.map(({ place }) => place)];
  } finally {
    await client.end();
  }
}

async function standsIn(
  client: Client,
  { table, column, type }: Column,
  marker: string,
): Promise<boolean> {
  if (column === 'jws') {
    const { rows } = await client.query<{ jws: string | null }>(`SELECT jws FROM "${table}"`);
    return rows.some(({ jws }) =>
      Buffer.from(jws?.split('.')[1] ?? '', 'base64url').includes(marker),
    );
  }
  if (type !== 'bytea') {
    const text = `SELECT FROM "${table}" WHERE "${column}"::text ILIKE $1 LIMIT 1`;
    return (await client.query(text, [`%${marker}%`])).rows.length > 0;
  }
  const { rows } = await client.query<{ bytes: Buffer | null }>(
    `SELECT "${column}" AS bytes FROM "${table}"`,
  );
  return rows.some(
    ({ bytes }) => bytes && [...readings(bytes)].some((text) => text.includes(marker)),
  );
}

import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Client } from 'pg';
import type { DocumentFields } from '../../src/documents/document.js';

/**
 * Returns a random word that occurs nowhere else. The word is in lower case, so that every index stores the word
 * unchanged.
 */
export const newMarker = (): string =>
  `marker${Array.from({ length: 12 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('')}`;

/** Returns the fields of a document without its path. Each field contains the marker. */
export const marked = (marker: string, changes: object = {}): object => {
  const fields: Omit<DocumentFields, 'locale' | 'slug' | 'intent'> = {
    title: `Title ${marker}`,
    content: `# Heading ${marker}\n\nText ${marker}.\n\n\`\`\`\n${marker}\n\`\`\`\n`,
    description: `Summary ${marker}`,
    tags: [marker],
    sources: [`https://example.org/${marker}`],
    author: { kind: marker.slice(0, 40), name: `Author ${marker}` },
    changeNote: `Note ${marker}`,
  };
  return { ...fields, ...changes };
};

/** Yields bytes as text, first unchanged, and then decompressed by each method that can decompress these bytes. */
function* readings(bytes: Buffer): Generator<string> {
  yield bytes.toString('latin1');
  for (const takeApart of [brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync]) {
    try {
      yield takeApart(bytes).toString('latin1');
    } catch {
      // The bytes are not compressed with this method.
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

/**
 * Returns the columns and the planner samples of a database in which a marker occurs. Looks into compressed values,
 * too.
 */
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

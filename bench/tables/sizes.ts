import type { Client } from 'pg';

/** The tables that have rows for each document or write. The tables of searches are not in this list. */
export const LARGE_TABLES = [
  'publication',
  'revision',
  'release',
  'page',
  'released_tag',
  'released_version',
  'signed_record',
  'accepted_write',
] as const;

/** Bytes of a part of a table: its heap, its TOAST or one index. */
export interface Part {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  /** Number of pages from the root of a B-tree to a leaf; `null` if the part is not a B-tree. */
  readonly depth: number | null;
}

/** Returns the parts with at least 1 byte per row. Callers must run VACUUM first, because VACUUM counts the rows. */
export async function partsOf(sql: Client, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await sql.query<Part>(
    `WITH large AS (
       SELECT oid, relname, reltuples AS rows, reltoastrelid AS toast FROM pg_class WHERE oid = ANY ($1::text[]::regclass[])
     ), part AS (
       SELECT oid, 1 AS place, relname || ': heap' AS name, pg_relation_size(oid) AS bytes, NULL::integer AS depth FROM large
       UNION ALL
       SELECT oid, 2, relname || ': TOAST', pg_total_relation_size(toast), NULL FROM large WHERE toast <> 0
       UNION ALL
       SELECT indrelid, 3, indexrelid::regclass::text, pg_relation_size(indexrelid),
              CASE amname WHEN 'btree' THEN (SELECT level + 1 FROM bt_metap(indexrelid::regclass::text)) END
         FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_am ON pg_am.oid = c.relam
        WHERE indrelid IN (SELECT oid FROM large)
     )
     SELECT name, rows, bytes::double precision, depth::integer FROM large JOIN part USING (oid)
      WHERE bytes >= rows ORDER BY array_position($1::text[], relname::text), place, name`,
    [tables],
  );
  return rows;
}

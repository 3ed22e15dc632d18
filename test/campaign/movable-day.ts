import { sql } from '../setup/sql.js';

/**
 * Lets a test move the clock of the database close to the end of a day. `moved.now()` adds an interval to
 * PostgreSQL's `now()`. The search path names `moved` before `pg_catalog`, so a statement that calls `now()` gets
 * `moved.now()`. Within a transaction, `moved.now()` is constant like `now()`.
 */
export async function useMovableDay(databaseUrl: string): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1);
  await sql(
    databaseUrl,
    `CREATE SCHEMA moved;
     CREATE TABLE moved.clock (ahead interval NOT NULL);
     INSERT INTO moved.clock VALUES ('0');
     CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
       AS 'SELECT pg_catalog.now() + ahead FROM moved.clock';
     ALTER TABLE accepted_write ALTER COLUMN created_at SET DEFAULT moved.now();
     ALTER TABLE decision ALTER COLUMN created_at SET DEFAULT moved.now();
     ALTER TABLE desk_session ALTER COLUMN created_at SET DEFAULT moved.now();
     ALTER TABLE desk_session ALTER COLUMN used_at SET DEFAULT moved.now();
     ALTER TABLE picture ALTER COLUMN put_at SET DEFAULT moved.now();
     ALTER DATABASE ${database} SET search_path = public, moved, pg_catalog`,
  );
}

/**
 * Moves the clock of the database to `seconds` before midnight. No job may be in flight, because the lease of the job
 * would end early.
 */
export async function moveTowardsMidnight(databaseUrl: string, seconds: number): Promise<void> {
  await sql(
    databaseUrl,
    `UPDATE moved.clock SET ahead = ahead
       + (date_trunc('day', moved.now() AT TIME ZONE 'UTC') + interval '1 day'
          - make_interval(secs => $1) - moved.now() AT TIME ZONE 'UTC')`,
    [seconds],
  );
}

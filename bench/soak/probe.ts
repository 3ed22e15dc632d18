import { readdirSync, readFileSync } from 'node:fs';
import { treeOf } from '../cpu.js';
import type { SoakStage } from './stage.js';

export const UNITS = ['MiB', 'files', 'connections', 'ms', '% of rows', 'bytes a row'] as const;
export type Unit = (typeof UNITS)[number];

/** One figure at one moment. */
export interface Reading {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number;
}

const KIB_A_MIB = 1_024;

/** Reads all figures that can grow. */
export async function probe(stage: SoakStage): Promise<Reading[]> {
  const service = treeOf(stage.target.pid).map(({ pid }) => pid);
  const database = treeOf(stage.databasePid).map(({ pid }) => pid);
  return [
    mebibytes('service', residentOf(stage.target.pid)),
    mebibytes('PostgreSQL, shared memory once', sum(database.map(proportionalOf))),
    { name: 'service', unit: 'files', value: sum(service.map(filesOf)) },
    { name: 'PostgreSQL', unit: 'files', value: sum(database.map(filesOf)) },
    await lag(stage),
    ...(await tables(stage)),
  ];
}

const mebibytes = (name: string, kilobytes: number): Reading => ({
  name,
  unit: 'MiB',
  value: kilobytes / KIB_A_MIB,
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Reads a file of a process in `/proc`; empty if the process has just ended. */
const about = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(about(pid, 'status'))?.[1] ?? 0);
/** Reads the proportional set size, because memory that PostgreSQL's processes share must count only once. */
const proportionalOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(about(pid, 'smaps_rollup'))?.[1] ?? 0);

function filesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Reads, from the metrics of the service, the event-loop lag since the previous reading. */
async function lag({ metrics }: SoakStage): Promise<Reading> {
  const text = await (await fetch(metrics)).text();
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text) ?? [];
  return { name: 'event-loop lag, p99', unit: 'ms', value: Number(seconds) * 1_000 };
}

interface TableRow {
  readonly table: string;
  readonly live: number;
  readonly dead: number;
  readonly bytes: number;
  readonly connections: number;
}

/** Reads facts about the tables. Tables with few writes are left out, because such tables do not grow. */
const TABLES = `
  SELECT relname AS "table", n_live_tup::float8 AS live, n_dead_tup::float8 AS dead,
         pg_total_relation_size(relid)::float8 AS bytes,
         (SELECT count(*)::integer FROM pg_stat_activity
           WHERE application_name = 'imprimatur') AS connections
    FROM pg_stat_user_tables WHERE n_tup_ins + n_tup_upd > 100 ORDER BY relname`;

async function tables({ target }: SoakStage): Promise<Reading[]> {
  const { rows } = await target.sql.query<TableRow>(TABLES);
  const [live, dead] = [sum(rows.map((row) => row.live)), sum(rows.map((row) => row.dead))];
  return [
    { name: 'of the service', unit: 'connections', value: rows[0]?.connections ?? 0 },
    { name: 'dead, of all tables', unit: '% of rows', value: (100 * dead) / (live + dead) },
    ...rows.map(({ table, live: count, bytes }): Reading => {
      return { name: `${table} with its indexes`, unit: 'bytes a row', value: bytes / count };
    }),
  ];
}

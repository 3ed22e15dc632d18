import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfTree } from './cpu.js';
import { Connection, drive } from './load.js';
import type { Phase } from './phases/phase.js';
import type { Stage, Target } from './stage.js';
import { median, quantile } from './statistics.js';

/** Figures of one server. They are the figures of one round, or medians of all rounds. */
export interface Figures {
  /** Operations per second. */
  readonly throughput: number;
  /** Latencies in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** CPU of the server with all its processes, in ms per operation. */
  readonly serverCpu: number;
  /** CPU of PostgreSQL, in ms per operation. */
  readonly databaseCpu: number;
  /** Statements per operation, including BEGIN and COMMIT. */
  readonly statements: number;
  /** Bytes of WAL per operation. */
  readonly wal: number;
}

/** The figures of all servers in one phase. */
export interface Comparison {
  readonly phase: string;
  readonly service: Figures;
  readonly floor: Figures;
  /** `undefined` if plain Nest has no such route. */
  readonly nest: Figures | undefined;
}

/** Number and length of the rounds. */
export interface Extent {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/**
 * Measures a phase in alternating rounds, so that other work of the machine affects all servers equally. The order of
 * the servers alternates too.
 */
export async function compare(stage: Stage, phase: Phase, extent: Extent): Promise<Comparison> {
  const { floor, nest } = stage.targets;
  const service = stage.targets[phase.server];
  if (service.name === 'service') await everythingIndexed(service);
  const sides = phase.nest ? [service, floor, nest] : [service, floor];
  const rounds = new Map(sides.map((side) => [side, [] as Figures[]]));
  for (const side of sides) await warmUp(stage, phase, side, extent.warmUpSeconds);
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      rounds.get(side)!.push(await measure(stage, phase, side, extent.seconds));
    }
  }
  return {
    phase: phase.name,
    service: medians(rounds.get(service)!),
    floor: medians(rounds.get(floor)!),
    nest: phase.nest ? medians(rounds.get(nest)!) : undefined,
  };
}

const LOOK_MS = 20;

/** Waits until no release is due. Then every accepted publish is public and searchable, or has failed. */
export async function everythingReleased({ sql }: Target): Promise<void> {
  const due = 'SELECT FROM release WHERE due_at IS NOT NULL LIMIT 1';
  while ((await sql.query(due)).rowCount !== 0) await sleep(LOOK_MS);
}

/** Waits until earlier writes are indexed, so that their indexing does not count for the next phase. */
export async function everythingIndexed({ sql }: Target): Promise<void> {
  const lacking = 'SELECT FROM publication WHERE searched_version IS DISTINCT FROM version LIMIT 1';
  while ((await sql.query(lacking)).rowCount !== 0) await sleep(100);
}

/**
 * Prepares a phase, runs the phase for `seconds` so that V8 compiles its code, and analyses the tables. Without this
 * analysis, PostgreSQL would use its plans for empty tables for up to a minute, until autovacuum analyses the tables.
 */
export async function warmUp(
  stage: Pick<Stage, 'database'>,
  phase: Phase,
  target: Target,
  seconds: number,
): Promise<void> {
  await phase.prepare?.(target);
  await measure(stage, phase, target, seconds);
  await target.sql.query('ANALYZE');
}

/** Measures one round on one server. */
export async function measure(
  { database }: Pick<Stage, 'database'>,
  phase: Phase,
  target: Target,
  seconds: number,
): Promise<Figures> {
  const connections = Array.from({ length: phase.callers }, () => new Connection(target.origin));
  const operations = await phase.begin({ target, connections });
  const usage = async (name: string) => ({
    ...(await database.work(name)),
    server: cpuOfTree(target.pid),
    database: cpuOfTree(database.pid),
  });
  const before = await usage(target.name);
  const done = await drive(operations, seconds * 1_000);
  const after = await usage(target.name);
  await Promise.all(connections.map((connection) => connection.close()));
  const count = done.latencies.length;
  return {
    throughput: count / done.seconds,
    p50: quantile(done.latencies, 0.5),
    p95: quantile(done.latencies, 0.95),
    p99: quantile(done.latencies, 0.99),
    serverCpu: (after.server - before.server) / count,
    databaseCpu: (after.database - before.database) / count,
    statements: (after.statements - before.statements) / count,
    wal: (after.wal - before.wal) / count,
  };
}

/** Returns the median of each figure. */
export function medians(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(rounds.map((figures) => figures[name]));
  return {
    throughput: of('throughput'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
    statements: of('statements'),
    wal: of('wal'),
  };
}

import { cpuOfTree } from '../cpu.js';
import type { BenchDatabase } from '../database.js';
import { Connection, drive } from '../load.js';
import type { Phase } from '../phases/phase.js';
import type { Server } from '../server.js';
import { quantile } from '../statistics.js';
import type { Cluster } from './cluster.js';

/** Figures of all processes together in a phase. */
export interface ClusterFigures {
  readonly throughput: number;
  /** Latencies in ms. */
  readonly p50: number;
  readonly p99: number;
  /** CPU in ms per operation. */
  readonly cpu: { readonly apis: number; readonly workers: number; readonly database: number };
  /** Peak number of database connections of all processes together. */
  readonly connections: number;
  /** Number of answers that the callers got. */
  readonly answers: number;
  /** Number of new rows of `accepted_write`. */
  readonly writes: number;
  /** Number of revisions that the workers made public. */
  readonly releases: number;
}

const LOOK_MS = 200;

/** Drives a phase with `callers` callers, who are spread over the API processes. */
export async function measureCluster(
  database: BenchDatabase,
  cluster: Cluster,
  phase: Phase,
  callers: number,
  seconds: number,
): Promise<ClusterFigures> {
  const { apis, workers, target } = cluster;
  const connections = Array.from(
    { length: callers },
    (_, index) => new Connection(apis[index % apis.length]!.origin),
  );
  const operations = await phase.begin({ target, connections });
  const before = await usage(database, cluster);
  let most = 0;
  const look = setInterval(() => {
    void connectionsOf(cluster).then((count) => (most = Math.max(most, count)));
  }, LOOK_MS);
  const { latencies, seconds: taken } = await drive(operations, seconds * 1_000);
  clearInterval(look);
  const after = await usage(database, cluster);
  await Promise.all(connections.map((connection) => connection.close()));
  const answers = latencies.length;
  const each = (name: 'apis' | 'workers' | 'database'): number =>
    (after[name] - before[name]) / answers;
  return {
    throughput: answers / taken,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: { apis: each('apis'), workers: each('workers'), database: each('database') },
    connections: most,
    answers,
    writes: after.writes - before.writes,
    releases: after.releases - before.releases,
  };

  async function usage(postgres: BenchDatabase, { target: { sql } }: Cluster) {
    const { rows } = await sql.query<{ writes: number }>(
      'SELECT count(*)::integer AS writes FROM accepted_write',
    );
    const releases = await Promise.all(workers.map(releasesOf));
    return {
      apis: cpuOfAll(apis),
      workers: cpuOfAll(workers),
      database: cpuOfTree(postgres.pid),
      writes: rows[0]!.writes,
      releases: releases.reduce((sum, count) => sum + count, 0),
    };
  }
}

const cpuOfAll = (servers: readonly Server[]): number =>
  servers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0);

/** Reads the number of releases from the worker's metrics. */
async function releasesOf({ origin }: Server): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^imprimatur_release_duration_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function connectionsOf({ target: { sql } }: Cluster): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'imprimatur'`,
  );
  return rows[0]!.count;
}

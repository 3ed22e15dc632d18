import { ReadPool } from '../platform/database/read-pool.js';
import { ReplicaCheck } from '../platform/database/replica-check.js';
import { reasons } from '../platform/errors/reasons.js';
import type { Desk } from './desk.js';

/** What one check found. */
export interface Finding {
  readonly check: 'configuration' | 'database' | 'migrations' | 'queue' | 'replica';
  /** `null`: it could not be checked, because something before it is wrong. */
  readonly ok: boolean | null;
  readonly found: string;
  /** What to do; `null` where nothing is wrong. */
  readonly advice: string | null;
}

type Result = Omit<Finding, 'check'>;

/** A replica that is in use is behind by milliseconds. */
const REPLICA_MS = 5_000;
/** A due release is taken within 100 ms where a worker runs, and within seconds where many are due. */
const LAG_SECONDS = 30;

const fine = (found: string): Result => ({ ok: true, found, advice: null });
const wrong = (found: string, advice: string): Result => ({ ok: false, found, advice });
const unknown = (found: string): Result => ({ ok: null, found, advice: null });

/** In the order in which each rests on those before. */
const CHECKS: readonly [Finding['check'], (desk: Desk) => Promise<Result>, advice: string][] = [
  ['configuration', checkConfiguration, 'Correct the environment or .env; README lists the rules.'],
  ['database', checkDatabase, 'Start PostgreSQL, or correct DATABASE_URL.'],
  ['migrations', checkMigrations, 'See that the user of DATABASE_URL may read the database.'],
  ['queue', checkQueue, 'Look into the log of the service for what the database said.'],
];
const REPLICA_ADVICE =
  'Start the replica, or correct DATABASE_REPLICA_URL; until then the primary is read.';

/** Looks at everything the service rests on, and changes nothing (CONTRACT 10). */
export async function examine(desk: Desk): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look, advice] of CHECKS) {
    const blocked = findings.some(({ ok }) => ok === false);
    const result = blocked ? unknown('not checked') : await looked(look, desk, advice);
    findings.push({ check, ...result });
  }
  const sound = findings.every(({ ok }) => ok !== false);
  if (!sound || desk.config().databaseReplicaUrl === null) return findings;
  return [...findings, { check: 'replica', ...(await looked(checkReplica, desk, REPLICA_ADVICE)) }];
}

async function looked(look: (desk: Desk) => Promise<Result>, desk: Desk, advice: string) {
  try {
    return await look(desk);
  } catch (error) {
    return wrong(reasons(error).join(' '), advice);
  }
}

async function checkConfiguration(desk: Desk): Promise<Result> {
  const { role, publicBaseUrl } = desk.config();
  return fine(`valid: role ${role}, public at ${publicBaseUrl}`);
}

async function checkDatabase(desk: Desk): Promise<Result> {
  const { url, embedded } = await desk.open();
  await desk.schema();
  const { host, pathname } = new URL(url);
  return fine(embedded ? `embedded in ${desk.config().dataDir}` : `answers at ${host}${pathname}`);
}

async function checkMigrations(desk: Desk): Promise<Result> {
  const { applied, pending } = await desk.schema();
  if (pending.length === 0) return fine(`all ${applied.length} applied`);
  const found = `${pending.length} of ${applied.length + pending.length} pending`;
  if ((await desk.open()).embedded) return fine(`${found}; the next start applies them`);
  return wrong(found, 'Run "npm run --silent cli -- db migrate", then restart the service.');
}

async function checkQueue(desk: Desk): Promise<Result> {
  if ((await desk.schema()).pending.length > 0) return unknown('not there yet');
  const { releaseJobs } = await desk.services();
  const { depth, lagSeconds } = await releaseJobs.queueStatus();
  if (lagSeconds <= LAG_SECONDS) return fine(`${depth} waiting, ${lagSeconds.toFixed(1)} s late`);
  return wrong(
    `${depth} waiting, ${Math.round(lagSeconds)} s late`,
    'Start a process with ROLE=worker or ROLE=all, or more of them.',
  );
}

async function checkReplica(desk: Desk): Promise<Result> {
  const primary = new ReadPool((await desk.open()).url, 1);
  const replica = new ReadPool(desk.config().databaseReplicaUrl!, 1);
  try {
    const caughtUp = await new ReplicaCheck(primary, replica).reached(REPLICA_MS);
    if (caughtUp) return fine('holds what the database holds');
    return wrong(
      `more than ${REPLICA_MS / 1_000} s behind, or no standby of this database`,
      REPLICA_ADVICE,
    );
  } finally {
    await Promise.all([primary.close(), replica.close()]);
  }
}

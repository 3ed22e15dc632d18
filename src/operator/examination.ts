import { reasons } from '../platform/errors/reasons.js';
import type { Desk } from './desk.js';

/** What one check found. */
export interface Finding {
  readonly check: 'configuration' | 'database' | 'migrations' | 'queue';
  /** `null`: it could not be checked, because something before it is wrong. */
  readonly ok: boolean | null;
  readonly found: string;
  /** What to do; `null` where nothing is wrong. */
  readonly advice: string | null;
}

type Result = Omit<Finding, 'check'>;

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

/** Looks at everything the service rests on, and changes nothing (CONTRACT 10). */
export async function examine(desk: Desk): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look, advice] of CHECKS) {
    const blocked = findings.some(({ ok }) => ok === false);
    const result = blocked ? unknown('not checked') : await looked(look, desk, advice);
    findings.push({ check, ...result });
  }
  return findings;
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

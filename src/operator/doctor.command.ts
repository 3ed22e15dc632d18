import { operatorCommand } from '../platform/config/operator-command.js';
import { isEveryAddress } from '../platform/http/listen.js';
import { reasons } from '../platform/problems/reasons.js';
import { Signer } from '../signatures/signer.js';
import type { CommandContext, CommandGroup } from './command-context.js';
import { CommandFailed } from './terminal.js';

interface Finding {
  readonly check:
    'configuration' | 'database' | 'migrations' | 'queue' | 'pictures' | 'signing key' | 'replica';
  /** `null` if the check was not made, because an earlier check failed or migrations are pending. */
  readonly ok: boolean | null;
  readonly found: string;
  /** What to do; `null` if nothing is wrong. */
  readonly advice: string | null;
}

type Result = Omit<Finding, 'check'>;

/** Time limit for a replica to catch up. A working replica is only milliseconds behind. */
const REPLICA_TIMEOUT_MS = 5_000;
/**
 * Longest lag of the queue that is not reported as wrong. A longer lag means that there are too few workers. With
 * enough workers, each release is claimed within 100 ms of its due time, or within seconds if many releases are due.
 */
const MAX_LAG_SECONDS = 30;

const fine = (found: string): Result => ({ ok: true, found, advice: null });
const wrong = (found: string, advice: string): Result => ({ ok: false, found, advice });
const unknown = (found: string): Result => ({ ok: null, found, advice: null });

/** The checks in order. Each check relies on the checks before it. `advice` is printed if the check throws an error. */
const CHECKS: readonly [
  Finding['check'],
  (context: CommandContext) => Promise<Result>,
  advice: string,
][] = [
  [
    'configuration',
    checkConfiguration,
    'Correct the settings in the environment or in .env; docs/configuration.md lists the rules.',
  ],
  ['database', checkDatabase, 'Start PostgreSQL, or correct DATABASE_URL.'],
  [
    'migrations',
    checkMigrations,
    'Make sure that the database user in DATABASE_URL may read the database.',
  ],
  ['queue', checkQueue, 'Look for the error of the database in the log of the service.'],
  [
    'pictures',
    checkPictures,
    'Run "npm ci", or build the image, on a machine with the same operating system and processor type as this one: the package sharp has different files for each of these.',
  ],
];
const KEY_ADVICE =
  'Correct the file, or run "doctor" as the system user that runs the service. This user must be able to read the file.';
const REPLICA_ADVICE =
  'Start the replica, or correct DATABASE_REPLICA_URL; until then the service reads from the primary database.';

/** Checks everything that the service depends on, and changes nothing (contract 10). */
async function examine(context: CommandContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look, advice] of CHECKS) {
    const blocked = findings.some(({ ok }) => ok === false);
    const result = blocked ? unknown('not checked') : await looked(look, context, advice);
    findings.push({ check, ...result });
  }
  if (findings.some(({ ok }) => ok === false)) return findings;
  const { signingKeyFile, databaseReplicaUrl } = context.config();
  if (signingKeyFile !== '')
    findings.push({
      check: 'signing key',
      ...(await looked(checkSigningKey, context, KEY_ADVICE)),
    });
  if (databaseReplicaUrl !== null)
    findings.push({ check: 'replica', ...(await looked(checkReplica, context, REPLICA_ADVICE)) });
  return findings;
}

async function looked(
  look: (context: CommandContext) => Promise<Result>,
  context: CommandContext,
  advice: string,
) {
  try {
    return await look(context);
  } catch (error) {
    // Removes the full stop of a reason that is a whole sentence, because `line` adds a full stop.
    return wrong(reasons(error).join(' ').replace(/\.$/, ''), advice);
  }
}

async function checkConfiguration(context: CommandContext): Promise<Result> {
  const { role, host, port, publicBaseUrl, trustProxy } = context.config();
  return fine(
    [
      `valid: role ${role}`,
      ...(role === 'worker' ? [] : [`listens at ${host}:${port}${reach(host)}`]),
      `public at ${publicBaseUrl}`,
      ...(publicBaseUrl.startsWith('https:') && trustProxy === false
        ? [
            'TRUST_PROXY is false, so the service sees the address of the proxy instead of the addresses of clients',
          ]
        : []),
    ].join(', '),
  );
}

const reach = (host: string): string =>
  isEveryAddress(host) ? ' (reachable from other machines)' : '';

async function checkDatabase(context: CommandContext): Promise<Result> {
  const { url, embedded } = await context.open();
  await context.schema();
  const { host, pathname } = new URL(url);
  return fine(
    embedded ? `embedded in ${context.config().dataDir}` : `answers at ${host}${pathname}`,
  );
}

async function checkMigrations(context: CommandContext): Promise<Result> {
  const { applied, pending } = await context.schema();
  if (pending.length === 0) return fine('all applied');
  const found = `${pending.length} of ${applied.length + pending.length} migrations are pending`;
  if ((await context.open()).embedded)
    return fine(`${found}; the service applies them at its next start`);
  return wrong(found, `Run "${operatorCommand('db migrate')}", then restart the service.`);
}

async function checkQueue(context: CommandContext): Promise<Result> {
  if ((await context.schema()).pending.length > 0)
    return unknown('not checked, because migrations are pending');
  const { releaseJobs } = await context.services();
  const { depth, lagSeconds } = await releaseJobs.queueStatus();
  if (lagSeconds <= MAX_LAG_SECONDS)
    return fine(`jobs that wait: ${depth}; the oldest is ${lagSeconds.toFixed(1)} s late`);
  return wrong(
    `jobs that wait: ${depth}; the oldest is ${Math.round(lagSeconds)} s late`,
    'Start a process with ROLE=worker or ROLE=all. If such a process is running, start another one.',
  );
}

async function checkPictures(context: CommandContext): Promise<Result> {
  if ((await context.schema()).pending.length > 0)
    return unknown('not checked, because migrations are pending');
  const { pictures } = await context.services();
  const { count, bytes } = await pictures.examine();
  return fine(`a test picture could be decoded; pictures stored: ${count}, with ${bytes} bytes`);
}

async function checkSigningKey(context: CommandContext): Promise<Result> {
  const { kid } = Signer.readFile(context.config().signingKeyFile).publicKey;
  return fine(`an Ed25519 key with the id ${kid}`);
}

async function checkReplica(context: CommandContext): Promise<Result> {
  // Imported here, because these modules load TypeORM, which must not be loaded before a command runs.
  const [{ Pool }, { Connection }, { poolOptions }, { catchesUp }] = await Promise.all([
    import('pg'),
    import('../platform/database/connection.js'),
    import('../platform/database/data-source-options.js'),
    import('../platform/database/replica-reads.js'),
  ]);
  const primary = new Pool(poolOptions((await context.open()).url, 1));
  const replica = new Pool(poolOptions(context.config().databaseReplicaUrl!, 1, true));
  try {
    const [here, there] = [new Connection(primary), new Connection(replica)];
    if (await catchesUp(here, there, REPLICA_TIMEOUT_MS))
      return fine('the replica has the same data as the primary database');
    return wrong(
      `the server is more than ${REPLICA_TIMEOUT_MS / 1_000} s behind the primary database, or is not a replica of it`,
      REPLICA_ADVICE,
    );
  } finally {
    await Promise.all([primary.end(), replica.end()]);
  }
}

const markOf = (ok: boolean | null): string => (ok === null ? '–' : ok ? 'ok' : 'WRONG');

const line = ({ check, ok, found, advice }: Finding): string =>
  `${markOf(ok).padEnd(5)} ${check.padEnd(13)} ${found}.${advice ? ` ${advice}` : ''}`;

export const doctorCommand: CommandGroup = (program, _services, terminal, context) => {
  program
    .command('doctor')
    .description(
      'check configuration, database, migrations, queue and pictures; exit status 1 if anything is wrong',
    )
    .action(async () => {
      const findings = await examine(await context());
      const faulty = findings.filter(({ ok }) => ok === false).map(({ check }) => check);
      terminal.answer({
        json: { ok: faulty.length === 0, checks: findings },
        text: findings.map(line).join('\n'),
      });
      if (faulty.length > 0) {
        throw new CommandFailed(`Something is wrong with: ${faulty.join(', ')}.`);
      }
    });
};

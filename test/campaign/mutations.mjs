/**
 * Whether the campaign can fail: plants one fault after the other in a copy of the tree and runs the
 * short campaign there, or the spec that is named, which must find it. `npm run campaign:mutations`
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'bench',
  'src',
  'migrations',
  'test',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
];
/** What was built before is built faster. */
const BUILT = 'dist';
const CAMPAIGN = 'test/campaign/short.long.spec.ts';

/** Each is a list of [file, right, wrong], and the spec that finds it where the short campaign is not the one. */
const MUTATIONS = [
  {
    name: 'take no unit of the quota',
    changes: [['src/quota/quota.sql.ts', 'SET used = d.used + 1', 'SET used = d.used']],
  },
  {
    name: 'take a unit beyond the limit',
    caughtBy: 'test/e2e/quota-exact.spec.ts',
    changes: [
      [
        'src/quota/quota.sql.ts',
        'WHERE d.used < (SELECT daily_limit FROM a)',
        'WHERE d.used < (SELECT daily_limit FROM a) + 1',
      ],
    ],
  },
  {
    name: 'accept a write that found no unit',
    caughtBy: 'test/e2e/single-statement.spec.ts',
    changes: [
      [
        'src/writes/write.sql.ts',
        'CASE WHEN unit.used IS NOT NULL THEN changed.version END',
        'p.version',
      ],
    ],
  },
  {
    name: 'publish the newest revision, not the one that was named',
    changes: [
      [
        'src/publications/publications.statements.ts',
        'r.version = named.version\n',
        'r.version = (SELECT version FROM publication WHERE id = named.publication_id)\n',
      ],
    ],
  },
  {
    name: 'store the idempotency record after the commit',
    caughtBy: 'test/e2e/writes-atomic.spec.ts',
    changes: [
      [
        'src/writes/write.sql.ts',
        '$requestId, $idempotencyKey, $fingerprint,',
        '$requestId, nullif($idempotencyKey, $idempotencyKey), $fingerprint,',
      ],
      [
        'src/writes/accepted-writes.repository.ts',
        '      return row;\n',
        `      await connection.rows(
        { name: 'late', text: 'UPDATE accepted_write SET idempotency_key = $2 WHERE id = $1' },
        [id, write.idempotencyKey],
      );
      return row;
`,
      ],
    ],
  },
  {
    name: 'update whatever version there is',
    changes: [
      [
        'src/writes/write.sql.ts',
        'p.account_id = a.id AND p.version = $expectedVersion\n        AND p.locale',
        'p.account_id = a.id AND $expectedVersion > 0\n        AND p.locale',
      ],
    ],
  },
  {
    name: 'hand on the intent of a revision that was named meanwhile',
    caughtBy: 'test/e2e/single-statement.spec.ts',
    changes: [['src/writes/write.sql.ts', ' AND seen.xmin = p.xmin', '']],
  },
  {
    name: 'replay whatever was sent',
    caughtBy: 'test/e2e/idempotency-payload.spec.ts',
    changes: [['src/writes/refusal.ts', 'return same ?', 'return same || record ?']],
  },
  {
    name: 'refuse while the write with the same key is under way',
    caughtBy: 'test/e2e/idempotency-concurrent.spec.ts',
    changes: [
      [
        'src/writes/refusal.ts',
        "if (facts.keyInUse) return { kind: 'key_in_use' };",
        'if (facts.keyInUse) return refused(idempotencyKeyReused());',
      ],
    ],
  },
  {
    name: 'say that the quota is used up before anything else',
    caughtBy: 'test/e2e/order-of-checks.spec.ts',
    changes: [
      [
        'src/writes/refusal.ts',
        '  const problem = refusalOf(',
        `  if (paid && facts.used >= facts.dailyLimit) return refused(dailyLimitExceeded(quotaOf(facts)));
  const problem = refusalOf(`,
      ],
    ],
  },
  {
    name: 'tell of a publication of another account',
    caughtBy: 'test/campaign/isolation.long.spec.ts',
    changes: [
      [
        'src/writes/facts.sql.ts',
        'p.id = $publicationId AND p.account_id = $accountId',
        'p.id = $publicationId AND $accountId::uuid IS NOT NULL',
      ],
    ],
  },
  {
    name: 'call the answer to a write whose connection broke a replay',
    caughtBy: 'test/campaign/database-away.long.spec.ts',
    changes: [
      [
        'src/writes/accepted-writes.service.ts',
        'replayed: recordId !== id',
        'replayed: recordId !== ""',
      ],
    ],
  },
  {
    name: 'drop the fencing token',
    caughtBy: 'test/e2e/release-fencing.spec.ts',
    changes: [
      [
        'src/releases/release-marks.ts',
        'l.fencing_token = held.fencing_token AND in_flight\n',
        'held.fencing_token IS NOT NULL AND in_flight\n',
      ],
    ],
  },
  {
    name: 'let one share have all connections',
    caughtBy: 'test/process/shares.spec.ts',
    changes: [
      [
        'src/platform/database/shares.ts',
        'Math.max(1, Math.floor(poolSize * PARTS[name]))',
        'Math.max(poolSize, Math.floor(poolSize * PARTS[name]))',
      ],
    ],
  },
  {
    name: 'take releases first come, first served',
    caughtBy: 'test/e2e/release-turns.spec.ts',
    changes: [
      [
        'src/releases/release-jobs.statements.ts',
        'ORDER BY nth, turn LIMIT',
        'ORDER BY due_at LIMIT',
      ],
    ],
  },
  {
    name: 'fail a whole batch of releases for one of them',
    caughtBy: 'test/unit/concurrency/batches.spec.ts',
    changes: [
      [
        'src/platform/concurrency/batches.ts',
        '} catch {\n      return batch;',
        '} catch (error) {\n      batch.forEach(({ reject }) => reject(error));\n      return [];',
      ],
    ],
  },
  {
    name: 'try what ends its worker for ever',
    caughtBy: 'test/e2e/release-faults.spec.ts',
    changes: [
      [
        'src/publishing/release-runner.service.ts',
        'job.attempts > MAX_ATTEMPTS',
        'job.attempts < 0',
      ],
    ],
  },
  {
    name: 'count the start of a thread as work on the document',
    caughtBy: 'test/process/threads.spec.ts',
    changes: [
      [
        'src/platform/threads/thread-pool.ts',
        'if (Atomics.load(begun, 0) === 0) {',
        'if (Atomics.load(begun, 0) < 0) {',
      ],
    ],
  },
  {
    name: 'forget the account in one WHERE',
    caughtBy: 'test/campaign/isolation.long.spec.ts',
    changes: [
      [
        'src/publications/publications.statements.ts',
        'r.content FROM ${PUBLICATION_TABLES}\n    WHERE p.id = $1 AND p.account_id = $2`',
        'r.content FROM ${PUBLICATION_TABLES}\n    WHERE p.id = $1 AND $2::uuid IS NOT NULL`',
      ],
    ],
  },
  {
    name: 'edit the revision before the one that is named',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/publications/publications.service.ts',
        'const version = clampToInt4(expectedVersion);',
        'const version = Math.max(1, clampToInt4(expectedVersion) - 1);',
      ],
    ],
  },
  {
    name: 'make those edits that can be made',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/documents/edits.ts',
        'if (faults.length > 0) return { faults:',
        'if (faults.length > 0 && places.inOrder().length === 0) return { faults:',
      ],
    ],
  },
  {
    name: 'let who may not read find out by edits',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/publications/publications.service.ts',
        "assertScope(writer, 'read');",
        "assertScope(writer, 'write');",
      ],
    ],
  },
  {
    name: 'restore the revision that there is',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/writes/write.sql.ts',
        'b.version = coalesce($restoreVersion, w.version)',
        'b.version = coalesce(w.version, $restoreVersion)',
      ],
    ],
  },
  {
    name: 'restore from a revision of any publication',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/writes/write.sql.ts',
        'JOIN revision b ON b.publication_id = p.id AND b.version',
        'JOIN revision b ON b.publication_id IS NOT NULL AND b.version',
      ],
    ],
  },
  {
    name: 'take another person who answers for the same release',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/publications/publications.service.ts',
        'payload: { expectedVersion, ...(approvedBy !== undefined && { approvedBy }) }',
        'payload: { expectedVersion }',
      ],
    ],
  },
  {
    name: 'count characters in code units',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/publications/content-part.ts',
        'for (let at = from; at < to; at += isPairAt(text, at) ? 2 : 1) count += 1;',
        'for (let at = from; at < to; at += isPairAt(text, at) ? 1 : 1) count += 1;',
      ],
    ],
  },
  {
    name: 'tell where sections begin in code units',
    caughtBy: 'test/e2e/parts.spec.ts',
    changes: [
      [
        'src/rendering/headings.ts',
        'if (code < 0xdc00 || code > 0xdfff) count += 1;',
        'count += 1;',
      ],
    ],
  },
  {
    name: 'answer a whole content to an assistant',
    caughtBy: 'test/mcp/parts.spec.ts',
    changes: [
      [
        'src/publications/publication-views.service.ts',
        'length === undefined ? bounds?.contentBytes : undefined',
        'length === 0 ? bounds?.contentBytes : undefined',
      ],
    ],
  },
  {
    name: 'let one account have the share of all readers',
    caughtBy: 'test/process/shares.spec.ts',
    changes: [
      ['src/platform/database/shares.ts', 'const PART_OF_KEY = 0.6;', 'const PART_OF_KEY = 1;'],
    ],
  },
  {
    name: 'answer by the date of a list, whose changes may share a second',
    caughtBy: 'test/site/wire.spec.ts',
    changes: [
      [
        'src/site/deliver.ts',
        'if (!answer.lastChange?.isOwnSecond) return false;',
        'if (!answer.lastChange) return false;',
      ],
    ],
  },
  {
    name: 'give two releases within a second one date',
    caughtBy: 'test/site/wire.spec.ts',
    changes: [
      [
        'migrations/1795219200070-released-page-turns.ts',
        "withdrawn_at, published_at))))\n                 + interval '1 second')",
        'withdrawn_at, published_at)))))',
      ],
    ],
  },
  {
    name: 'give a withdrawal the date of a change within the same second',
    caughtBy: 'test/site/wire.spec.ts',
    changes: [['src/site/released-pages.statements.ts', " + interval '1 second' FROM", ' FROM']],
  },
  {
    name: 'begin the day a day too late',
    caughtBy: 'test/e2e/quota-clock.spec.ts',
    changes: [
      [
        'src/quota/quota.sql.ts',
        "TODAY = `(${NOW} AT TIME ZONE 'UTC')::date`",
        "TODAY = `(${NOW} AT TIME ZONE 'UTC' - interval '1 day')::date`",
      ],
    ],
  },
  {
    name: 'empty records before their time',
    caughtBy: 'test/e2e/retention.long.spec.ts',
    changes: [
      [
        'src/writes/write-retention.service.ts',
        "idempotency_key IS NOT NULL AND created_at < now() - $1 * interval '1 day'",
        "idempotency_key IS NOT NULL AND created_at < now() - $1 * interval '23 hours'",
      ],
    ],
  },
  {
    name: 'read from a standby that is not promoted',
    caughtBy: 'test/campaign/failover.long.spec.ts',
    changes: [
      [
        'src/platform/database/watched-client.ts',
        'if (!isStandby) return;',
        'if (isStandby || !isStandby) return;',
      ],
    ],
  },
];

/** Runs a program in the copy; tells what it wrote, and whether it ended well. */
function run(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync('npx', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { passed: status === 0, text: stdout + stderr };
}

function plant(directory, { changes }) {
  for (const [file, right, wrong] of changes) {
    const path = join(directory, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(right).length !== 2) throw new Error(`${file} has not once: ${right}`);
    writeFileSync(
      path,
      source.replace(right, () => wrong),
    );
  }
}

/** The first broken promise that the campaign found, or nothing. */
function findingOf(mutation) {
  const directory = mkdtempSync(join(tmpdir(), 'imprimatur-mutation-'));
  try {
    // First, so that what is planted is newer for sure: a clock of files may tick every few milliseconds.
    if (existsSync(join(ROOT, BUILT))) {
      cpSync(join(ROOT, BUILT), join(directory, BUILT), { recursive: true });
    }
    for (const name of COPIED) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    plant(directory, mutation);
    const build = run(directory, 'tsc', '--build', 'tsconfig.build.json');
    if (!build.passed) throw new Error(build.text);
    const { passed, text } = run(directory, 'vitest', 'run', mutation.caughtBy ?? CAMPAIGN);
    // Nothing but a broken promise counts, which differs from what was expected: not that the copy failed
    // to start.
    const found = /^\+ {1,3}((?!Received).+)$/m.exec(text) ?? /AssertionError: (.+)$/m.exec(text);
    if (!found && !passed) throw new Error(text.slice(-2_000));
    return found?.[1].trim();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const only = process.argv[2];
let missed = 0;
process.stdout.write('| Planted | By | First broken promise that was named |\n|---|---|---|\n');
for (const mutation of MUTATIONS.filter(({ name }) => name.includes(only ?? ''))) {
  let finding;
  try {
    finding = findingOf(mutation);
  } catch (error) {
    // It can not be planted any more because the code has changed, or no test was come to.
    finding = undefined;
    process.stderr.write(`${mutation.name}: ${String(error)}\n`);
  }
  if (finding === undefined) missed += 1;
  const { name, caughtBy = 'short campaign' } = mutation;
  process.stdout.write(`| ${name} | ${caughtBy} | ${finding?.slice(0, 200) ?? '**MISSED**'} |\n`);
}
process.exitCode = missed === 0 ? 0 : 1;

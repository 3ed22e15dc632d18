/**
 * Whether the campaign can fail: plants one fault after the other in a copy of the tree and runs the
 * short campaign there, or the spec that is named, which must find it. `npm run campaign:mutations`
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'src',
  'migrations',
  'test',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
];
const CAMPAIGN = 'test/campaign/short.spec.ts';

const MUTATIONS = [
  {
    name: 'take no unit of the quota',
    file: 'src/quota/unit-parts.ts',
    changes: [['SET used = d.used + 1', 'SET used = d.used']],
  },
  {
    name: 'publish the newest revision, not the one that was named',
    file: 'src/publications/publications.statements.ts',
    changes: [
      [
        'r.publication_id = $1 AND r.version = $2`',
        'r.publication_id = $1 AND r.version = greatest($2, p.version)`',
      ],
    ],
  },
  {
    name: 'store the idempotency record after the commit',
    caughtBy: 'test/e2e/writes-atomic.spec.ts',
    file: 'src/writes/accepted-writes.service.ts',
    changes: [
      ['tries === 1 ?', 'tries === 0 ?'],
      [
        'if (!(await this.repository.claim(tx, id, writer, write))) {',
        'if (await this.repository.find(tx, writer.accountId, write.idempotencyKey)) {',
      ],
      ['    await this.repository.recordAnswer(tx, id, answer);\n', ''],
      [
        '    this.metrics.countWrite(',
        `    if (!accepted.replayed) {
      await this.database.transaction(async (tx) => {
        await this.repository.claim(tx, id, writer, write);
        await this.repository.recordAnswer(tx, id, accepted.answer);
      });
    }
    this.metrics.countWrite(`,
      ],
    ],
  },
  {
    name: 'drop the fencing token',
    caughtBy: 'test/e2e/release-fencing.spec.ts',
    file: 'src/releases/release-jobs.statements.ts',
    changes: [['fencing_token = $2 AND in_flight\n', '$2::integer IS NOT NULL AND in_flight\n']],
  },
  {
    name: 'forget the account in one WHERE',
    caughtBy: 'test/campaign/isolation.spec.ts',
    file: 'src/publications/publications.statements.ts',
    changes: [
      [
        'r.content FROM ${PUBLICATION_TABLES}\n    WHERE p.id = $1 AND p.account_id = $2`',
        'r.content FROM ${PUBLICATION_TABLES}\n    WHERE p.id = $1 AND $2::uuid IS NOT NULL`',
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

function plant(directory, { file, changes }) {
  const path = join(directory, file);
  let source = readFileSync(path, 'utf8');
  for (const [right, wrong] of changes) {
    if (source.split(right).length !== 2) throw new Error(`${file} has not once: ${right}`);
    source = source.replace(right, () => wrong);
  }
  writeFileSync(path, source);
}

/** The first broken promise that the campaign found, or nothing. */
function findingOf(mutation) {
  const directory = mkdtempSync(join(tmpdir(), 'imprimatur-mutation-'));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    plant(directory, mutation);
    const build = run(directory, 'tsc', '--build', 'tsconfig.build.json');
    if (!build.passed) throw new Error(build.text);
    const { text } = run(directory, 'vitest', 'run', mutation.caughtBy ?? CAMPAIGN);
    // Nothing but a broken promise counts, which differs from what was expected: not that the copy failed
    // to start.
    return /^\+ {3}(.+)$/m.exec(text)?.[1];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const only = process.argv[2];
let missed = 0;
for (const mutation of MUTATIONS.filter(({ name }) => name.includes(only ?? ''))) {
  const finding = findingOf(mutation);
  if (finding === undefined) missed += 1;
  process.stdout.write(
    `${mutation.name}: ${finding ? `caught: ${finding.slice(0, 300)}` : 'MISSED'}\n`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;

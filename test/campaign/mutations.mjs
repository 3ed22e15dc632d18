/**
 * Checks that the tests can fail. Plants each fault in its own copy of the tree, and runs a test there. The test is the
 * short campaign, or the spec that `mutations.json` names for the fault. This test must fail. Run this program by
 * `npm run campaign:mutations`.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Folders that are not copied. `node_modules` becomes a link. */
const LEFT_OUT = new Set(['.git', '.data', '.data-demo', 'node_modules']);
const CAMPAIGN = 'test/campaign/short.long.spec.ts';

/**
 * Each mutation has a name, and its changes as [file, right, wrong]. `caughtBy` names the spec that finds the mutation.
 * By default, the short campaign finds the mutation. `test/unit/campaign/mutations.spec.ts` checks that each mutation
 * can be planted.
 */
const MUTATIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'mutations.json'), 'utf8'));

/** Runs a program in the copy. Returns the output of the program, and whether the program succeeded. */
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

/** Returns the first broken promise that the tests report, or `undefined` if they report no broken promise. */
function findingOf(mutation) {
  const directory = mkdtempSync(join(tmpdir(), 'imprimatur-mutation-'));
  try {
    // Copies `dist` before `src`, so that `dist` is older than `src`. If `dist` were newer, `tsc` could consider it up
    // to date and not build it again.
    for (const name of readdirSync(ROOT).toSorted()) {
      if (LEFT_OUT.has(name)) continue;
      cpSync(join(ROOT, name), join(directory, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    plant(directory, mutation);
    const build = run(directory, 'tsc', '--build', 'tsconfig.build.json');
    if (!build.passed) throw new Error(build.text);
    const { passed, text } = run(directory, 'vitest', 'run', mutation.caughtBy ?? CAMPAIGN);
    // Only a failed assertion counts, not a copy that failed to start.
    const found = /^\+ +((?!Received).*\w.*)$/m.exec(text) ?? /AssertionError: (.+)$/m.exec(text);
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
    // The fault could not be planted or built, or the tests failed without an assertion.
    finding = undefined;
    process.stderr.write(`${mutation.name}: ${String(error)}\n`);
  }
  if (finding === undefined) missed += 1;
  const { name, caughtBy = 'short campaign' } = mutation;
  process.stdout.write(`| ${name} | ${caughtBy} | ${finding?.slice(0, 200) ?? '**MISSED**'} |\n`);
}
process.exitCode = missed === 0 ? 0 : 1;
